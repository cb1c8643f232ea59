import type { TextFix } from '@magi/contracts';
import type { TextEdit } from './codemod.ts';

/**
 * Applies edits of one text, last first.
 *
 * Edits at the same place are kept once; an edit that overlaps an accepted one is left out, so that
 * two mends of one line never mix. Returns the text and the edits that were left out.
 */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
): { readonly text: string; readonly skipped: readonly TextEdit[] } {
  const sorted = [...edits].sort((a, b) => b.start - a.start || b.end - a.end);
  const skipped: TextEdit[] = [];
  let result = text;
  let floor = Number.POSITIVE_INFINITY;
  let last: TextEdit | undefined;
  for (const edit of sorted) {
    if (last && edit.start === last.start && edit.end === last.end && edit.text === last.text)
      continue;
    if (edit.end > floor) {
      skipped.push(edit);
      continue;
    }
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
    floor = edit.start;
    last = edit;
  }
  return { text: result, skipped };
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
