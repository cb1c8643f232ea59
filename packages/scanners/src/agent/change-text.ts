import type { ChangedFile, Hunk, Snapshot } from '@magi/contracts';

/** Unchanged lines shown around a change. */
const contextLines = 15;
/** Files up to this length are shown whole. */
const wholeFileLines = 120;

/**
 * The change of one file as a reviewer reads it: every changed line, its surroundings, and the line
 * numbers of the head side (removed lines carry those of the base side).
 *
 * Content without text is described in one line; nothing of a text file is left out.
 */
export async function changeText(file: ChangedFile, snapshot: Snapshot): Promise<string> {
  const title = headline(file);
  if (file.kind !== 'text' && file.kind !== 'symlink') return `${title}\n${withoutText(file)}`;
  const head = file.newOid === null ? null : await linesOf(snapshot, 'head', file.path);
  const base =
    file.oldOid === null ? null : await linesOf(snapshot, 'base', file.oldPath ?? file.path);
  const body = head === null ? removedFile(base ?? []) : changedLines(file.hunks, base ?? [], head);
  return [title, ...body].join('\n');
}

function headline(file: ChangedFile): string {
  const was = file.oldPath === undefined ? '' : `, was ${file.oldPath}`;
  const mode = file.oldMode === file.newMode ? '' : `, mode ${file.oldMode} → ${file.newMode}`;
  return `${file.path} (${file.status}${was}${mode})`;
}

function withoutText(file: ChangedFile): string {
  switch (file.kind) {
    case 'gitlink':
      return `submodule: commit ${file.oldOid ?? 'none'} → ${file.newOid ?? 'none'}`;
    case 'lfs_pointer':
      return 'stored elsewhere (Git LFS): only its pointer changed here';
    default:
      return 'binary content, not shown';
  }
}

async function linesOf(
  snapshot: Snapshot,
  side: 'base' | 'head',
  path: string,
): Promise<readonly string[] | null> {
  const bytes = await snapshot.read(side, path);
  if (bytes === null) return null;
  const lines = new TextDecoder().decode(bytes).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function removedFile(base: readonly string[]): readonly string[] {
  return base.map((line, index) => row('-', index + 1, line));
}

function changedLines(
  hunks: readonly Hunk[],
  base: readonly string[],
  head: readonly string[],
): readonly string[] {
  if (hunks.length === 0) return ['content unchanged'];
  const rows: string[] = [];
  let next = 1;
  for (const hunk of hunks) {
    // A count of 0 means "after that line".
    const first = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
    const from = head.length <= wholeFileLines ? 1 : Math.max(1, first - contextLines);
    rows.push(...gapBefore(from, next), ...kept(head, Math.max(from, next), first));
    for (let line = hunk.oldStart; line < hunk.oldStart + hunk.oldLines; line++)
      rows.push(row('-', line, base[line - 1] ?? ''));
    next = first + hunk.newLines;
    for (let line = first; line < next; line++) rows.push(row('+', line, head[line - 1] ?? ''));
    const following = hunks[hunks.indexOf(hunk) + 1];
    const until = Math.min(
      head.length <= wholeFileLines ? head.length + 1 : next + contextLines,
      following?.newStart ?? head.length + 1,
      head.length + 1,
    );
    rows.push(...kept(head, next, until));
    next = Math.max(next, until);
  }
  return [...rows, ...gapBefore(head.length + 1, next)];
}

function gapBefore(from: number, next: number): readonly string[] {
  return from > next ? [`      (lines ${next}-${from - 1} unchanged, not shown)`] : [];
}

function kept(head: readonly string[], from: number, until: number): readonly string[] {
  const rows: string[] = [];
  for (let line = from; line < until; line++) rows.push(row(' ', line, head[line - 1] ?? ''));
  return rows;
}

function row(sign: '+' | '-' | ' ', line: number, text: string): string {
  return `${String(line).padStart(5)} ${sign} ${text}`;
}
