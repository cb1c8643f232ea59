import type { ChangedFile, Hunk } from '@magi/contracts';
import { createRecordReader, malformed } from './raw-record.ts';

export interface ParsedDiff {
  /** In git's order, which is bytewise by path. */
  readonly files: readonly ChangedFile[];
  /** Files called text here of which only the content can tell what they are. */
  readonly unsure: ReadonlySet<ChangedFile>;
}

export interface DiffParser {
  push(chunk: Buffer): void;
  /** Throws when the diff stops in the middle. */
  end(): ParsedDiff;
}

const [newline, nul, plus, minus, backslash] = [0x0a, 0x00, 0x2b, 0x2d, 0x5c];
const sectionStart = Buffer.from('diff --git ');
const hunkStart = Buffer.from('@@ -');
const binaryStart = Buffer.from('Binary files ');
const indexStart = Buffer.from('index ');
const pointerStarts = [Buffer.from('oid sha256:'), Buffer.from('version https://git-lfs')];

/**
 * Reads a diff as bytes, in pieces of any size, without keeping its text.
 *
 * First come the NUL-terminated raw records, then one empty record, then one patch section per
 * record in the same order (two for a type change). Sections are matched by order, never by the
 * paths in their headers, and the lines of a hunk are taken by the counts of its `@@` line, so
 * nothing that reviewed text contains can be mistaken for structure.
 */
export function createDiffParser(): DiffParser {
  const files: ChangedFile[] = [];
  const unsure = new Set<ChangedFile>();
  const reader = createRecordReader((file) => files.push(file));
  let part: 'records' | 'header' | 'hunk' = 'records';
  let section = -1;
  let sectionsLeft = 0;
  let oldLeft = 0;
  let newLeft = 0;
  /** Start of a record or header line whose end has not come yet. */
  let carried: Buffer | undefined;
  /** Inside a line of a hunk whose end has not come yet; the rest of it does not matter. */
  let isSkipping = false;

  function push(chunk: Buffer): void {
    const data = carried ? Buffer.concat([carried, chunk]) : chunk;
    carried = undefined;
    let at = 0;
    while (at < data.length) {
      if (part === 'hunk' && !isSkipping && hunkIsOver(data[at])) part = 'header';
      const end = data.indexOf(part === 'records' ? nul : newline, at);
      if (isSkipping) isSkipping = end < 0;
      else if (part === 'hunk') hunkLine(data, at, end);
      else if (end < 0) carried = data.subarray(at);
      else if (part === 'header') headerLine(data, at);
      else if (!reader.take(data, at, end)) part = 'header';
      if (end < 0) return;
      at = end + 1;
    }
  }

  /** `\ No newline at end of file` may still follow the last counted line. */
  function hunkIsOver(mark: number | undefined): boolean {
    return oldLeft === 0 && newLeft === 0 && mark !== backslash;
  }

  function headerLine(data: Buffer, at: number): void {
    if (startsWith(data, at, sectionStart)) {
      nextSection();
      return;
    }
    const file = files[section];
    if (!file) throw malformed('a diff header', data, at);
    if (startsWith(data, at, hunkStart)) openHunk(file, readHunk(data, at));
    else if (startsWith(data, at, binaryStart)) markBinary(file);
    else if (startsWith(data, at, indexStart)) checkIds(file, data, at + indexStart.length);
  }

  function nextSection(): void {
    if (sectionsLeft > 0) {
      sectionsLeft -= 1;
      return;
    }
    section += 1;
    const file = files[section];
    if (!file) throw new Error('the diff has more sections than records');
    sectionsLeft = file.status === 'type_changed' ? 1 : 0;
  }

  function openHunk(file: ChangedFile, hunk: Hunk): void {
    file.hunks.push(hunk);
    if (file.removed !== null) file.removed += hunk.oldLines;
    if (file.added !== null) file.added += hunk.newLines;
    oldLeft = hunk.oldLines;
    newLeft = hunk.newLines;
    part = 'hunk';
  }

  /** Counts one line by its first byte. */
  function hunkLine(data: Buffer, at: number, end: number): void {
    const mark = data[at];
    if (mark === minus && oldLeft > 0) oldLeft -= 1;
    else if (mark === plus && newLeft > 0) newLeft -= 1;
    else if (mark !== backslash) throw malformed('a hunk line', data, at);
    isSkipping = end < 0;
    const file = files[section];
    // A line cut by the end of the piece may be anything: let the blob decide.
    const maybe = isSkipping || pointerStarts.some((start) => startsWith(data, at + 1, start));
    if (file?.kind === 'text' && maybe) unsure.add(file);
  }

  function end(): ParsedDiff {
    const isOpen = carried || isSkipping || reader.isInside() || oldLeft > 0 || newLeft > 0;
    if (isOpen || section !== files.length - 1) throw new Error('the diff ends in the middle');
    for (const file of files) if (isUnsaid(file)) unsure.add(file);
    return { files, unsure };
  }

  return { push, end };
}

/** Reads `@@ -1,2 +3,4 @@`; a count that is left out is 1. */
function readHunk(data: Buffer, start: number): Hunk {
  let at = start + hunkStart.length;
  const number = (): number => {
    let value = 0;
    const first = at;
    for (let digit = (data[at] ?? 0) - 0x30; digit >= 0 && digit <= 9; ) {
      value = value * 10 + digit;
      at += 1;
      digit = (data[at] ?? 0) - 0x30;
    }
    if (at === first) throw malformed('a hunk header', data, start);
    return value;
  };
  const count = (): number => {
    const comma = 0x2c;
    if (data[at] !== comma) return 1;
    at += 1;
    return number();
  };
  const oldStart = number();
  const oldLines = count();
  at += ' +'.length;
  return { oldStart, oldLines, newStart: number(), newLines: count() };
}

function markBinary(file: ChangedFile): void {
  file.kind = 'binary';
  file.added = null;
  file.removed = null;
}

/** A rename or mode change without a line of difference says nothing about the content. */
function isUnsaid(file: ChangedFile): boolean {
  return file.kind === 'text' && file.hunks.length === 0 && file.oldOid === file.newOid;
}

/** A section that does not belong to its record would book lines on the wrong file. */
function checkIds(file: ChangedFile, data: Buffer, at: number): void {
  if (file.status === 'type_changed') return;
  const length = (file.oldOid ?? file.newOid ?? '').length;
  const second = at + length + '..'.length;
  if (hasOid(data, at, file.oldOid) && hasOid(data, second, file.newOid)) return;
  throw new Error(`the diff section of ${file.path} belongs to another file`);
}

/** Whether an object id stands at a place; a missing one is written as zeros. */
function hasOid(data: Buffer, at: number, oid: string | null): boolean {
  const zeros = '0000000';
  const expected = oid ?? zeros;
  for (let index = 0; index < expected.length; index += 1) {
    if (data[at + index] !== expected.charCodeAt(index)) return false;
  }
  return true;
}

function startsWith(data: Buffer, at: number, prefix: Buffer): boolean {
  for (let index = 0; index < prefix.length; index += 1) {
    if (data[at + index] !== prefix[index]) return false;
  }
  return true;
}
