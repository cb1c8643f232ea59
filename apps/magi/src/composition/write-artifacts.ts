import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { resolveInside, writeAtomically } from '@magi/change';
import { MagiError } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import { magiArtifacts } from '@magi/protocols';

/**
 * Writes the files of the protocol into a folder and removes those of earlier rounds.
 *
 * @throws `MAGI_ARTIFACTS_UNWRITABLE`, exit 2
 */
export async function writeArtifacts(view: RunView, folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    const existing = await readdir(folder);
    const { write, remove } = magiArtifacts(view, { existing });
    for (const name of remove) await rm(join(folder, name), { force: true });
    for (const { name, text } of write) {
      const written = await writeAtomically(folder, name, text);
      if (!written.ok) throw new Error(written.error.message);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MagiError('MAGI_ARTIFACTS_UNWRITABLE', `${folder} cannot be written: ${reason}`, {
      hint: 'Name a folder that you may write to: --artifacts DIR.',
      exitCode: 2,
      cause,
    });
  }
}

/** A link in the place of the folder would lead the files elsewhere. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const inside = await resolveInside(dirname(folder), basename(folder));
  if (!inside.ok) throw new Error(inside.error.message);
  await mkdir(folder, { recursive: true });
}
