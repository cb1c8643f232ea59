import type { ChangedFile, FileKind, FileStatus } from '@magi/contracts';
import { type PathName, pathName } from '../git/path-name.ts';

/** Puts the NUL-terminated fields of raw diff records together. */
export interface RecordReader {
  /** Takes the field at `[start, end)`; false for the empty one that ends the records. */
  take(data: Buffer, start: number, end: number): boolean;
  /** True between the fields of one record. */
  isInside(): boolean;
}

const colon = 0x3a;
const modeLength = 6;

const statuses: Readonly<Record<string, FileStatus>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};

/** Reads records as changed files without a line of difference yet. */
export function createRecordReader(onFile: (file: ChangedFile) => void): RecordReader {
  let meta: string | undefined;
  let status: FileStatus | undefined;
  let from: PathName | undefined;

  function take(data: Buffer, start: number, end: number): boolean {
    if (meta === undefined) {
      if (start === end) return false;
      if (data[start] !== colon) throw malformed('a raw record', data, start);
      meta = data.toString('latin1', start + 1, end);
      const letter = meta[meta.lastIndexOf(' ') + 1] ?? '';
      status = statuses[letter];
      if (!status) throw malformed('a known status', data, start);
      return true;
    }
    const isMove = status === 'renamed' || status === 'copied';
    const name = pathName(data, start, end);
    if (isMove && !from) {
      from = name;
      return true;
    }
    onFile(fileOf(meta, status ?? 'modified', name, from));
    meta = undefined;
    from = undefined;
    return true;
  }

  return { take, isInside: () => meta !== undefined };
}

export function malformed(expected: string, data: Buffer, at: number): Error {
  const found = JSON.stringify(data.toString('latin1', at, at + 60));
  return new Error(`expected ${expected}, found ${found}`);
}

/** `meta` is `OLDMODE NEWMODE OLDOID NEWOID S`, both ids of the same length. */
function fileOf(meta: string, status: FileStatus, to: PathName, from?: PathName): ChangedFile {
  const oldMode = meta.slice(0, modeLength);
  const newMode = meta.slice(modeLength + 1, 2 * modeLength + 1);
  const idsStart = 2 * modeLength + 2;
  const idLength = meta.indexOf(' ', idsStart) - idsStart;
  const newStart = idsStart + idLength + 1;
  const file: ChangedFile = {
    path: to.path,
    status,
    kind: kindOfMode(status === 'deleted' ? oldMode : newMode),
    oldMode,
    newMode,
    oldOid: presentOid(meta.slice(idsStart, idsStart + idLength)),
    newOid: presentOid(meta.slice(newStart, newStart + idLength)),
    added: 0,
    removed: 0,
    hunks: [],
  };
  if (to.raw !== undefined) file.rawPath = to.raw;
  if (from) file.oldPath = from.path;
  if (from?.raw !== undefined) file.rawOldPath = from.raw;
  return file;
}

function kindOfMode(mode: string): FileKind {
  if (mode === '160000') return 'gitlink';
  return mode === '120000' ? 'symlink' : 'text';
}

function presentOid(oid: string): string | null {
  return oid.startsWith('0000000') && /^0+$/.test(oid) ? null : oid;
}
