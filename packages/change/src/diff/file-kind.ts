import type { FileKind } from '@magi/contracts';
import type { DiffRecord } from './diff-parser.ts';

const symlinkMode = '120000';
const gitlinkMode = '160000';
/** Git looks for a NUL in this many bytes to call a file binary. */
const sniffedBytes = 8000;
const pointerBytes = 1024;
const pointerStart = 'version https://git-lfs.github.com/spec/v1\n';

/** What kind of entry a record is about: its new side, or the old one of a deletion. */
export async function kindOf(
  record: DiffRecord,
  read: (oid: string, limit: number) => Promise<Buffer | null>,
): Promise<FileKind> {
  const mode = record.letter === 'D' ? record.oldMode : record.newMode;
  if (mode === gitlinkMode) return 'gitlink';
  if (mode === symlinkMode) return 'symlink';
  if (record.binary) return 'binary';
  const oid = record.newOid ?? record.oldOid;
  // A rename or mode change without a line of difference says nothing about the content.
  const unsaid = record.hunks.length === 0 && record.oldOid === record.newOid;
  if (oid === null || !(unsaid || record.looksLikePointer)) return 'text';
  const start = await read(oid, sniffedBytes);
  if (start === null) return 'text';
  if (start.includes(0)) return 'binary';
  return isPointer(start) ? 'lfs_pointer' : 'text';
}

/** Whether the start of a file is that of a pointer to large file storage. */
export function isPointer(start: Buffer): boolean {
  return start.length <= pointerBytes && start.toString('latin1').startsWith(pointerStart);
}
