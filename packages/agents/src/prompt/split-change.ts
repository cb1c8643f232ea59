import { estimateTokens } from './estimate-tokens.ts';

/** The change of one file, as text. */
export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** A whole file, or a run of its lines when it is larger than one call may be. */
export interface FilePart extends FileText {
  readonly part: number;
  readonly of: number;
}

/** Files that are looked at in one call. */
export interface FileGroup {
  readonly parts: readonly FilePart[];
  readonly tokens: number;
}

export interface SplitOptions {
  /** Most tokens of change text in one call. */
  readonly maxTokens: number;
  /** Most files in one call; attention wanes with their number. */
  readonly maxFiles: number;
}

/**
 * Splits a change into groups for single calls; every line of every file is in exactly one group.
 *
 * Neighbours by path stay together, so that a file and its test are usually seen in one call. A
 * file larger than `maxTokens` is cut between lines into numbered parts, a single longer line
 * stays whole in a part of its own.
 */
export function splitChange(
  files: readonly FileText[],
  options: SplitOptions,
): readonly FileGroup[] {
  const sorted = [...files].sort((a, b) => (a.file < b.file ? -1 : 1));
  const groups: FileGroup[] = [];
  let parts: FilePart[] = [];
  let tokens = 0;
  const close = () => {
    if (parts.length > 0) groups.push({ parts, tokens });
    parts = [];
    tokens = 0;
  };
  for (const part of sorted.flatMap((file) => partsOf(file, options.maxTokens))) {
    const size = estimateTokens(part.text);
    if (tokens + size > options.maxTokens || parts.length >= options.maxFiles) close();
    parts.push(part);
    tokens += size;
  }
  close();
  return groups;
}

function partsOf(file: FileText, maxTokens: number): readonly FilePart[] {
  if (estimateTokens(file.text) <= maxTokens) return [{ ...file, part: 1, of: 1 }];
  const pieces: string[] = [];
  let piece: string[] = [];
  let tokens = 0;
  for (const line of file.text.split('\n')) {
    const size = estimateTokens(`${line}\n`);
    if (piece.length > 0 && tokens + size > maxTokens) {
      pieces.push(piece.join('\n'));
      piece = [];
      tokens = 0;
    }
    piece.push(line);
    tokens += size;
  }
  pieces.push(piece.join('\n'));
  return pieces.map((text, index) => ({
    file: file.file,
    text,
    part: index + 1,
    of: pieces.length,
  }));
}
