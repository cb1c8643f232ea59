import { isCode } from '../../change/language.ts';
import type { ChangedSource } from '../../change/source.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';

/** Lines of white space only in one hunk from which on it counts as reformatting. */
const minBlankHunk = 3;

/** Nothing is reformatted in passing. */
export const keepsFormattingStable: BuiltinCheck = {
  id: 'keeps_formatting_stable',
  about: isJudged,
  change: (change) => ({ hits: change.sources.filter(isJudged).flatMap(judge) }),
};

function isJudged(source: ChangedSource): boolean {
  const isText =
    isCode(source.language) || source.language === 'json' || source.language === 'yaml';
  return isText && source.head !== null && source.base !== null && source.limit === null;
}

function judge(source: ChangedSource): FileHit[] {
  const base = source.base ?? '';
  const head = source.head ?? '';
  const added = source.added.lines();
  const lines = head.split('\n');
  const at = (rule: string, line: number, message: string, suggestion: string): FileHit => ({
    rule,
    severity: 'info',
    file: source.path,
    line,
    endLine: line,
    message,
    suggestion,
    diffLevel: true,
  });
  const hits = blankHunks(source).map((line) =>
    at(
      'reformatted',
      line,
      'The hunk changes white space only.',
      'Leave it out, or make it a change of its own.',
    ),
  );
  const crlf = added.find((line) => (lines[line - 1] ?? '').endsWith('\r'));
  if (crlf !== undefined && !base.includes('\r\n') && base.includes('\n')) {
    hits.push(
      at(
        'line-ends',
        crlf,
        'The added lines end with CR LF, the others with LF.',
        'Keep the line ends of the file.',
      ),
    );
  }
  if (base.endsWith('\n') && head !== '' && !head.endsWith('\n')) {
    hits.push(
      at(
        'final-newline',
        lines.length,
        'The newline at the end of the file is gone.',
        'End the file with a newline.',
      ),
    );
  }
  if (head.startsWith('\uFEFF') && !base.startsWith('\uFEFF')) {
    hits.push(
      at(
        'byte-order-mark',
        1,
        'The file now starts with a byte order mark.',
        'Save it as UTF-8 without a mark.',
      ),
    );
  }
  const other = otherIndent(
    base,
    added.map((line) => [line, lines[line - 1] ?? ''] as const),
  );
  if (other !== null) {
    hits.push(
      at(
        'indentation',
        other,
        'The line is not indented like the rest of the file.',
        'Use the indentation of the file.',
      ),
    );
  }
  return hits;
}

/** First lines of hunks whose two sides differ in white space only. */
function blankHunks({ file, base, head }: ChangedSource): number[] {
  const old = (base ?? '').split('\n');
  const now = (head ?? '').split('\n');
  return file.hunks
    .filter((hunk) => Math.max(hunk.oldLines, hunk.newLines) >= minBlankHunk && hunk.newLines > 0)
    .filter((hunk) => {
      const before = old.slice(hunk.oldStart - 1, hunk.oldStart - 1 + hunk.oldLines).join('');
      const after = now.slice(hunk.newStart - 1, hunk.newStart - 1 + hunk.newLines).join('');
      return hunk.oldLines > 0 && squeeze(before) === squeeze(after) && squeeze(after) !== '';
    })
    .map((hunk) => hunk.newStart);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/** First added line with tabs in a file of blanks, or the other way round. */
function otherIndent(base: string, added: readonly (readonly [number, string])[]): number | null {
  const tabs = (base.match(/^\t/gm) ?? []).length;
  const blanks = (base.match(/^ {2}/gm) ?? []).length;
  if (tabs + blanks < 3 || (tabs > 0 && blanks > 0)) return null;
  const foreign = tabs > 0 ? /^ {2,}\S/ : /^\t+\S/;
  // A line that starts with " *" continues a block comment.
  return added.find(([, text]) => foreign.test(text) && !/^\s+\*/.test(text))?.[0] ?? null;
}
