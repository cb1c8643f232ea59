import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

/**
 * Loads a TypeScript source of the scanners package, bundled in memory, because Node 20 reads no
 * TypeScript. Installed packages stay outside of the bundle.
 *
 * @param {string} entry path below packages/scanners/src
 * @returns {Promise<any>} its exports
 */
export async function loadSource(entry) {
  const result = await build({
    root,
    logLevel: 'error',
    ssr: { noExternal: [/^@magi\//] },
    build: {
      ssr: join(root, 'packages/scanners/src', entry),
      write: false,
      minify: false,
      rollupOptions: { external: (id) => !/^(@magi\/|[./\0])/.test(id) },
    },
  });
  const output = /** @type {{ output: { code?: string, fileName: string }[] }} */ (
    Array.isArray(result) ? result[0] : result
  ).output;
  const folder = join(root, 'packages/scanners/node_modules', `.bench-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const { fileName, code } of output)
    if (code !== undefined) {
      mkdirSync(join(folder, fileName, '..'), { recursive: true });
      writeFileSync(join(folder, fileName), code);
    }
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return import(pathToFileURL(join(folder, output[0]?.fileName ?? '')).href);
}
