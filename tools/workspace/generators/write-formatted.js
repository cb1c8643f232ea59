import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/**
 * Formats what a generator wrote, and sorts its imports, once the files are on disk.
 *
 * @param {import('nx/src/generators/tree').Tree} tree
 */
export function formatAfterwards(tree) {
  const files = tree
    .listChanges()
    .filter(({ type, path }) => type !== 'DELETE' && /\.(ts|json)$/.test(path))
    .map(({ path }) => path);
  return () => {
    spawnSync(process.execPath, [biome, 'check', '--write', ...files], { cwd: tree.root });
  };
}
