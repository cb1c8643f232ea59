import { stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { writeAtomically } from '@magi/change';
import { MagiError } from '@magi/contracts';
import { makeFolder } from './make-folder.ts';

/**
 * Writes a file that the user named, whole or not at all; folders are made as needed.
 *
 * A device or a pipe is written to as it is: it must not be replaced by a file.
 *
 * @throws `MAGI_OUTPUT_UNWRITABLE`, exit 2
 */
export async function writeOutput(path: string, content: string): Promise<void> {
  try {
    const target = await stat(path).catch(() => null);
    if (target !== null && !target.isFile()) {
      await writeFile(path, content);
      return;
    }
    await makeFolder(dirname(path));
    const written = await writeAtomically(dirname(path), basename(path), content);
    if (!written.ok) throw new Error(written.error.message);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MagiError('MAGI_OUTPUT_UNWRITABLE', `${path} cannot be written: ${reason}`, {
      hint: 'Name a file in a folder that you may write to.',
      exitCode: 2,
      cause,
    });
  }
}
