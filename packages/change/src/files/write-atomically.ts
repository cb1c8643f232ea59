import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, type Result } from '@magi/contracts';
import { type PathFailure, resolveInside } from './path-guard.ts';

/**
 * Writes a file below `root` so that a reader sees the old content or the new one, never a part.
 *
 * Missing folders are made (0700); the file is private (0600) and on disk when this returns. The
 * path may not leave the root, lead through a symbolic link or touch a `.git` folder.
 *
 * @returns the absolute path written
 */
export async function writeAtomically(
  root: string,
  path: string,
  content: string | Uint8Array,
): Promise<Result<string, PathFailure>> {
  const target = await resolveInside(root, path);
  if (!target.ok) return target;
  const folder = dirname(target.value);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folders may have been exchanged for links since the first look.
  const again = await resolveInside(root, path);
  if (!again.ok) return again;

  const temporary = join(folder, `.magi-${randomBytes(9).toString('hex')}.tmp`);
  const flags =
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  try {
    const file = await open(temporary, flags, 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target.value);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
  return ok(target.value);
}

/** Makes a rename durable; systems that cannot open folders do without. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
