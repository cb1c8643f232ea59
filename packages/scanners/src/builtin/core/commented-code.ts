import type { CommentFact } from '../../facts/outline/comments.ts';
import { commentsOf } from '../../facts/outline/comments.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { ts } from '../../facts/typescript.ts';

/** Comment lines in a row that make commented-out code; fewer are examples in prose. */
const minLines = 3;

/** Reports runs of comment lines that parse as statements. */
export function reportCommentedCode(file: ScriptFile): void {
  for (const run of runsOf(commentsOf(file))) {
    if (run.length < minLines || !isCode(run.map((one) => one.text).join('\n'))) continue;
    const [first] = run;
    if (first === undefined) continue;
    file.reportLines(first.line, (run.at(-1) ?? first).line, {
      rule: 'commented-out-code',
      severity: 'warning',
      message: `${run.length} lines of code are commented out.`,
      suggestion: 'Delete them; the history keeps them.',
    });
  }
}

function runsOf(comments: readonly CommentFact[]): CommentFact[][] {
  const runs: CommentFact[][] = [];
  for (const comment of comments) {
    if (!comment.ownLine || comment.line !== comment.endLine || comment.kind !== 'plain') continue;
    const last = runs.at(-1);
    if (last?.at(-1)?.line === comment.line - 1) last.push(comment);
    else runs.push([comment]);
  }
  return runs;
}

/** Parses without an error, and is made of more than words and labels. */
function isCode(text: string): boolean {
  if (!/[;{}]\s*$/m.test(text) || !/[=(]/.test(text)) return false;
  const source = ts.createSourceFile('comment.ts', text, ts.ScriptTarget.Latest, false);
  const { parseDiagnostics } = source as unknown as {
    readonly parseDiagnostics: readonly unknown[];
  };
  const statements = source.statements.filter(
    (one) =>
      !ts.isLabeledStatement(one) &&
      !(ts.isExpressionStatement(one) && ts.isIdentifier(one.expression)),
  );
  return (
    parseDiagnostics.length === 0 &&
    statements.length > 0 &&
    statements.length * 2 >= source.statements.length
  );
}
