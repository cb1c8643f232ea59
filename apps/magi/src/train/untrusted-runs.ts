import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '@magi/change';
import { MagiError } from '@magi/contracts';
import { z } from 'zod';

const FILE = 'untrusted-runs.json';
const Names = z.array(z.string());

/** Runs that somebody marked: they never train. A file that makes no sense marks nothing silently. */
export async function readUntrusted(stateDir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(stateDir, FILE), 'utf8').catch(() => null);
  if (text === null) return new Set();
  const parsed = Names.safeParse(safeJson(text));
  if (parsed.success) return new Set(parsed.data);
  throw new MagiError('MAGI_TRAINING_INPUT', `${FILE} in the state folder is damaged.`, {
    hint: 'Mend or remove it; without it every run is trusted.',
    exitCode: 5,
  });
}

/** Marks a run as untrusted. */
export async function distrust(stateDir: string, run: string): Promise<void> {
  const names = new Set([...(await readUntrusted(stateDir)), run]);
  const written = await writeAtomically(stateDir, FILE, `${JSON.stringify([...names].sort())}\n`);
  if (!written.ok) throw new MagiError('MAGI_UNSAFE_PATH', written.error.message, { exitCode: 5 });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
