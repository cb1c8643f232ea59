import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { resolveInside, writeAtomically } from '@magi/change';
import { MagiError } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import { type ArtifactPlace, artifactsOf } from '@magi/protocols';
import { makeFolder } from './make-folder.ts';

/** Folder below that of the artefacts which some protocols keep rounds in. */
const ROUNDS = 'phases';

/**
 * Writes the files of the run's protocol into a folder and removes those of earlier rounds.
 *
 * @throws `MAGI_ARTIFACTS_UNWRITABLE`, exit 2
 */
export async function writeArtifacts(
  view: RunView,
  folder: string,
  place: ArtifactPlace,
): Promise<void> {
  try {
    await makeOwnFolder(folder);
    const { write, remove } = artifactsOf(view, { place, existing: await existingIn(folder) });
    for (const name of remove) await removeInside(folder, name);
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

/** Only what may be an artefact: the folder of somebody's project is not walked through. */
async function existingIn(folder: string): Promise<string[]> {
  const rounds = await readdir(join(folder, ROUNDS), { recursive: true }).catch(() => []);
  return [
    ...(await readdir(folder)),
    ...rounds.map((name) => `${ROUNDS}/${name.replaceAll('\\', '/')}`),
  ];
}

/** Nothing is removed through a link that leads elsewhere. */
async function removeInside(folder: string, name: string): Promise<void> {
  const inside = await resolveInside(folder, name);
  if (inside.ok) await rm(inside.value, { force: true });
}

/** A link in the place of the folder would lead the files elsewhere. */
async function makeOwnFolder(folder: string): Promise<void> {
  await makeFolder(dirname(folder));
  const inside = await resolveInside(dirname(folder), basename(folder));
  if (!inside.ok) throw new Error(inside.error.message);
  await makeFolder(folder);
}
