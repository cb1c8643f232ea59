import type { TextFix } from '@magi/contracts';
import type { TextEdit } from './codemod.ts';

/**
 * Joins the edits of one mend to those accepted so far: all of them, or none.
 *
 * An edit that is there already (two mends that need the same import) is kept once; a mend of which
 * any edit overlaps another is left out, so that two mends of one place never mix.
 *
 * @returns null when the mend must be left out
 */
export function joinEdits(
  accepted: readonly TextEdit[],
  edits: readonly TextEdit[],
): readonly TextEdit[] | null {
  const isThere = (edit: TextEdit): boolean => accepted.some((other) => isSame(edit, other));
  const added = edits.filter((edit) => !isThere(edit));
  return added.some((edit) => accepted.some((other) => overlap(edit, other)))
    ? null
    : [...accepted, ...added];
}

/** Applies edits that do not overlap; insertions at one place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => b.start - a.start || b.end - a.end || b.index - a.index)
    .reduce(
      (result, { start, end, text: by }) => result.slice(0, start) + by + result.slice(end),
      text,
    );
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

function overlap(a: TextEdit, b: TextEdit): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Turns a whole-line replacement into an edit; null when the lines do not exist. */
export function editOfFix(text: string, fix: TextFix): TextEdit | null {
  const starts = lineStarts(text);
  const start = starts[fix.line - 1];
  if (start === undefined) return null;
  if (fix.endLine < fix.line) return { start, end: start, text: fix.replacement };
  const end = starts[fix.endLine] ?? text.length;
  return { start, end, text: fix.replacement };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
