import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MagiError } from '@magi/contracts';

/**
 * Writes a file whole or not at all: a new file beside it takes its place.
 *
 * A symbolic link in the last place is replaced, never followed.
 *
 * @throws `MAGI_FILE_UNWRITABLE`
 */
export async function writeFileAtomically(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'wx', 0o666);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MagiError('MAGI_FILE_UNWRITABLE', `${path} cannot be written: ${reason}`, {
      hint: 'Give a path in a folder that you may write to.',
      exitCode: 2,
      cause,
    });
  }
}
