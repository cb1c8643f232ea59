import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes files below a folder that were last written before a time; says how many. */
export async function sweepFolder(folder: string, beforeMs: number): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let removed = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await lstat(path)).mtimeMs >= beforeMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
