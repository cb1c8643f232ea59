import type { ChangedFile } from '@magi/contracts';

/** Git looks for a NUL in this many bytes to call a file binary. */
const sniffedBytes = 8000;
const pointerBytes = 1024;
const pointerStart = 'version https://git-lfs.github.com/spec/v1\n';

/** The file with the kind that the first bytes of its newest blob give it. */
export async function withKindOfContent(
  file: ChangedFile,
  read: (oid: string, limit: number) => Promise<Buffer | null>,
): Promise<ChangedFile> {
  const oid = file.newOid ?? file.oldOid;
  const start = oid === null ? null : await read(oid, sniffedBytes);
  if (start === null) return file;
  if (start.includes(0)) return { ...file, kind: 'binary', added: null, removed: null };
  return isPointer(start) ? { ...file, kind: 'lfs_pointer' } : file;
}

/** Whether the start of a file is that of a pointer to large file storage. */
function isPointer(start: Buffer): boolean {
  return start.length <= pointerBytes && start.toString('latin1').startsWith(pointerStart);
}
