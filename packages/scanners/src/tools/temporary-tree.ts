import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, sep } from 'node:path';

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Writes files below a fresh folder, hands the folder to `use`, and removes it afterwards. */
export async function withTemporaryTree<Value>(
  files: readonly TextFile[],
  use: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'magi-tree-'));
  try {
    const folders = new Set<string>();
    for (const file of files) {
      const path = join(folder, file.path);
      if (!isInside(file.path)) continue;
      if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true });
      folders.add(dirname(path));
      await writeFile(path, file.text);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A hand-made tree may name files outside of itself. */
function isInside(path: string): boolean {
  const clean = normalize(path);
  return (
    !clean.startsWith(`..${sep}`) &&
    clean !== '..' &&
    !clean.startsWith(sep) &&
    !path.includes('\0')
  );
}
