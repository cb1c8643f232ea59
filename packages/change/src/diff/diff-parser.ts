import type { Hunk } from '@magi/contracts';
import { type PathName, pathName } from '../git/path-name.ts';

/** What one record of `git diff-tree -z --raw -p -U0` says. */
export interface DiffRecord {
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldOid: string | null;
  readonly newOid: string | null;
  /** Status letter of git: A, M, D, R, C or T. */
  readonly letter: string;
  readonly from: PathName;
  readonly to: PathName;
  readonly hunks: Hunk[];
  added: number;
  removed: number;
  binary: boolean;
  /** A changed line looks like one of an LFS pointer file; only the blob itself can tell. */
  looksLikePointer: boolean;
}

export interface DiffParser {
  push(chunk: Buffer): void;
  /** All records in git's order; throws when the diff stops in the middle. */
  end(): DiffRecord[];
}

const newline = 0x0a;
const nul = 0x00;
const colon = 0x3a;
const minus = 0x2d;
const plus = 0x2b;
const backslash = 0x5c;
const pointerLine = /^(?:oid sha256:|version https:\/\/git-lfs)/;

/**
 * Reads a diff as bytes, in pieces of any size, without keeping its text.
 *
 * First come the NUL-terminated raw records, then one empty record, then one patch section per
 * record in the same order (two for a type change). Sections are matched by order, never by the
 * paths in their headers, and the lines of a hunk are taken by the counts of its `@@` line, so
 * nothing that reviewed text contains can be mistaken for structure.
 */
export function createDiffParser(): DiffParser {
  const records: DiffRecord[] = [];
  let part: 'records' | 'header' | 'content' = 'records';
  let pieces: Buffer[] = [];
  let meta: readonly string[] | undefined;
  let from: PathName | undefined;
  let section = -1;
  let sectionsLeft = 0;
  let oldLeft = 0;
  let newLeft = 0;
  let insideLine = false;

  /** The bytes up to a terminator, or undefined when the chunk ends first. */
  function take(chunk: Buffer, at: number, terminator: number): Buffer | undefined {
    const end = chunk.indexOf(terminator, at);
    pieces.push(chunk.subarray(at, end < 0 ? chunk.length : end));
    if (end < 0) return undefined;
    const taken = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    pieces = [];
    return taken;
  }

  function recordToken(token: Buffer): void {
    if (!meta) {
      if (token.length === 0) part = 'header';
      else if (token[0] === colon) meta = token.toString('latin1', 1).split(' ');
      else throw malformed('a raw record', token);
      return;
    }
    const name = pathName(token);
    const letter = meta[4]?.[0] ?? '';
    if ('RC'.includes(letter) && !from) {
      from = name;
      return;
    }
    records.push(recordOf(meta, letter, from ?? name, name));
    meta = undefined;
    from = undefined;
  }

  function headerLine(line: Buffer): void {
    if (startsWith(line, 'diff --git ')) {
      nextSection();
      return;
    }
    const record = records[section];
    if (!record) throw malformed('a diff header', line);
    if (startsWith(line, '@@ -')) openHunk(record, line);
    else if (startsWith(line, 'Binary files ')) record.binary = true;
    else if (startsWith(line, 'index ')) checkIds(record, line);
  }

  function nextSection(): void {
    if (sectionsLeft > 0) {
      sectionsLeft -= 1;
      return;
    }
    section += 1;
    const record = records[section];
    if (!record) throw new Error('the diff has more sections than records');
    sectionsLeft = record.letter === 'T' ? 1 : 0;
  }

  function openHunk(record: DiffRecord, line: Buffer): void {
    const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line.toString('latin1'));
    if (!match) throw malformed('a hunk header', line);
    const hunk = {
      oldStart: Number(match[1]),
      oldLines: Number(match[2] ?? 1),
      newStart: Number(match[3]),
      newLines: Number(match[4] ?? 1),
    };
    record.hunks.push(hunk);
    record.removed += hunk.oldLines;
    record.added += hunk.newLines;
    oldLeft = hunk.oldLines;
    newLeft = hunk.newLines;
    part = 'content';
  }

  /** Counts one line of a hunk by its first byte. */
  function contentLine(chunk: Buffer, at: number, end: number): void {
    const mark = chunk[at];
    if (mark === minus && oldLeft > 0) oldLeft -= 1;
    else if (mark === plus && newLeft > 0) newLeft -= 1;
    else if (mark !== backslash) throw malformed('a hunk line', chunk.subarray(at, at + 60));
    const next = chunk[at + 1];
    const record = records[section];
    // A line cut by the end of the chunk may be anything: let the blob decide.
    if (record && (end < 0 || next === 0x6f || next === 0x76)) {
      const start = chunk.toString('latin1', at + 1, at + 40);
      if (end < 0 || pointerLine.test(start)) record.looksLikePointer = true;
    }
  }

  function content(chunk: Buffer, start: number): number {
    let at = start;
    while (at < chunk.length) {
      if (!insideLine) {
        const done = oldLeft === 0 && newLeft === 0;
        if (done && chunk[at] !== backslash) {
          part = 'header';
          return at;
        }
        const end = chunk.indexOf(newline, at);
        contentLine(chunk, at, end);
        insideLine = end < 0;
        if (end < 0) return chunk.length;
        at = end + 1;
        continue;
      }
      const end = chunk.indexOf(newline, at);
      if (end < 0) return chunk.length;
      insideLine = false;
      at = end + 1;
    }
    return at;
  }

  function push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (part === 'content') {
        at = content(chunk, at);
        continue;
      }
      const before = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const reading = part;
      const token = take(chunk, at, reading === 'records' ? nul : newline);
      if (!token) return;
      at += token.length - before + 1;
      if (reading === 'records') recordToken(token);
      else headerLine(token);
    }
  }

  function end(): DiffRecord[] {
    const cut = pieces.length > 0 || meta || insideLine || oldLeft > 0 || newLeft > 0;
    if (cut || section !== records.length - 1) throw new Error('the diff ends in the middle');
    return records;
  }

  return { push, end };
}

function recordOf(
  meta: readonly string[],
  letter: string,
  from: PathName,
  to: PathName,
): DiffRecord {
  const [oldMode = '', newMode = '', oldOid = '', newOid = ''] = meta;
  return {
    oldMode,
    newMode,
    oldOid: presentOid(oldOid),
    newOid: presentOid(newOid),
    letter,
    from,
    to,
    hunks: [],
    added: 0,
    removed: 0,
    binary: false,
    looksLikePointer: false,
  };
}

function presentOid(oid: string): string | null {
  return /^0+$/.test(oid) ? null : oid;
}

/** A section that does not belong to its record would book lines on the wrong file. */
function checkIds(record: DiffRecord, line: Buffer): void {
  if (record.letter === 'T') return;
  const [, left, right] = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(line.toString('latin1')) ?? [];
  if (left === undefined || right === undefined) throw malformed('an index line', line);
  if (presentOid(left) !== record.oldOid || presentOid(right) !== record.newOid) {
    throw new Error(`the diff section of ${record.to.path} belongs to another file`);
  }
}

function startsWith(line: Buffer, prefix: string): boolean {
  return line.length >= prefix.length && line.toString('latin1', 0, prefix.length) === prefix;
}

function malformed(expected: string, found: Buffer): Error {
  return new Error(
    `expected ${expected}, found ${JSON.stringify(found.toString('latin1', 0, 60))}`,
  );
}
