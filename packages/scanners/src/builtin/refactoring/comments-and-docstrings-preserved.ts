import type { CommentFact } from '../../facts/outline/comments.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { hasBase, minus, type Side, sidesOf } from '../sides.ts';

/** Shorter code lines (`}`, `else {`) stand anywhere and prove nothing. */
const minCodeLine = 9;

/** No explanation vanished from code that is still there. */
export const commentsAndDocstringsPreserved: BuiltinCheck = {
  id: 'comments_and_docstrings_preserved',
  comparesSides: true,
  about: hasBase,
  change: (change) => {
    const bases = sidesOf(change, 'base');
    const heads = sidesOf(change, 'head');
    const after = heads.flatMap((side) => commentsOf(side));
    const lost = minus(
      bases.flatMap((side) => commentsOf(side)),
      after,
      (one) => one.comment.text,
    );
    const codeLines = new Set(
      heads.flatMap(({ text }) => text.split('\n').map((line) => line.trim())),
    );
    const commented = new Set(after.map((one) => one.comment.next));
    const hits = lost
      .filter(({ comment }) => isLostFromCode(comment, codeLines, commented))
      .map(({ side, comment }) => lostHit(side, comment));
    return { hits };
  },
};

function commentsOf(side: Side): { side: Side; comment: CommentFact }[] {
  return side.outline.comments
    .filter((comment) => comment.kind !== 'directive' && comment.text.length > 3)
    .map((comment) => ({ side, comment }));
}

/** The code that followed is still there, and nothing else is said about it now. */
function isLostFromCode(
  comment: CommentFact,
  codeLines: ReadonlySet<string>,
  commented: ReadonlySet<string>,
): boolean {
  if (comment.kind === 'licence') return true;
  if (!comment.ownLine || comment.next.length < minCodeLine) return false;
  return codeLines.has(comment.next) && !commented.has(comment.next);
}

const words: Record<CommentFact['kind'], string> = {
  plain: 'The comment',
  doc: 'The documentation',
  marker: 'The marker',
  licence: 'The licence notice',
  directive: 'The directive',
};

function lostHit(side: Side, comment: CommentFact): FileHit {
  const isSerious = comment.kind === 'marker' || comment.kind === 'licence';
  return {
    rule: `${comment.kind === 'plain' ? 'comment' : comment.kind}-lost`,
    severity: isSerious ? 'warning' : 'info',
    file: side.path,
    side: 'base',
    line: comment.line,
    endLine: comment.line,
    message: `${words[comment.kind]} is gone while the code it is about stays: ${comment.text.slice(0, 100)}`,
    suggestion: 'Bring it back, or replace it with what is true now.',
    diffLevel: true,
  };
}
