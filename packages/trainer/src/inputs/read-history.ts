import type { MinedComment } from './comment.ts';

/** One commit, as `git log --format=%H%x00%an%x00%B%x00` gives it. */
export interface HistoryCommit {
  readonly commit: string;
  readonly author: string;
  readonly message: string;
}

const CORRECTION =
  /\b(fix(es|ed)?|revert(s|ed)?|bug|regression|broken|crash(es|ed)?|leak(s|ed)?)\b/i;

/**
 * What a history says about mistakes: subjects of corrections, each with its change id.
 *
 * A commit that corrects something is evidence that somebody acted, so it counts as resolved. The
 * change is the Gerrit `Change-Id` trailer where there is one, else the commit.
 */
export function readHistory(commits: readonly HistoryCommit[]): readonly MinedComment[] {
  return commits.flatMap(({ commit, author, message }) => {
    const [subject = ''] = message.split('\n');
    if (!CORRECTION.test(subject)) return [];
    const change = /^Change-Id:\s*(\S+)/m.exec(message)?.[1] ?? commit;
    const text = subject.replace(/^\w+(\([^)]*\))?!?:\s*/, '');
    return [{ text, author, change, isResolved: true, source: 'history' as const }];
  });
}

const RULE = /\b(must(?: not)?|never|always|do not|don't|required?|forbidden|avoid)\b/i;

/** BREADTH path: sentences of a component's documents that state a rule. */
export function readDocumentRules(
  documents: readonly { readonly path: string; readonly text: string }[],
): readonly MinedComment[] {
  return documents.flatMap(({ path, text }) =>
    text
      .replace(/```[\s\S]*?```/g, '')
      .split(/(?<=[.!?])\s+|\n\s*(?:[-*]|\d+\.)\s+|\n{2,}/)
      .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
      .filter((sentence) => sentence.length > 15 && sentence.length < 300 && RULE.test(sentence))
      .map((sentence) => ({
        text: sentence,
        author: path,
        change: path,
        file: path,
        isResolved: true,
        source: 'documentation' as const,
      })),
  );
}
