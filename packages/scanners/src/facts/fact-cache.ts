import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Derived JSON kept by a digest of all that it was derived from. Losing it costs only time. */
export interface FactCache {
  /** The kept value, or the computed one, which is then kept unless `lasts` says no. */
  through<Value>(
    key: readonly string[],
    compute: () => Promise<Value>,
    lasts?: (value: Value) => boolean,
  ): Promise<Value>;
}

/**
 * A cache in a folder; without one every value is computed anew.
 *
 * @param version changes whenever an analysis does, so that no old answer is taken for a new one
 */
export function factCache(folder: string | null, version: string): FactCache {
  if (folder === null) return { through: (_key, compute) => compute() };
  return {
    through: async (key, compute, lasts = () => true) => {
      const file = join(folder, fileOf(key, version));
      const kept = await readKept(file);
      if (kept !== undefined) return kept.value as never;
      const value = await compute();
      if (lasts(value)) await keep(file, JSON.stringify({ value }));
      return value;
    },
  };
}

function fileOf(key: readonly string[], version: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([version, ...key]))
    .digest('hex');
  return join(digest.slice(0, 2), `${digest.slice(2, 40)}.json`);
}

async function readKept(file: string): Promise<{ value: unknown } | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Absent or torn: the value is computed again and written over it.
    return undefined;
  }
}

/** Written beside and moved into place, so that a reader never sees half a file. */
async function keep(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const beside = `${file}.${process.pid}-${Math.trunc(performance.now() * 1_000)}`;
    await writeFile(beside, text);
    await rename(beside, file);
  } catch {
    // A full or read-only disk must not fail a review; the next run computes the value again.
  }
}
