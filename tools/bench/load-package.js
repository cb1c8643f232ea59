import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/**
 * Loads an entry point of a package as users get it: Node 20 reads no TypeScript, so the sources are
 * bundled in memory first. Packages with a native part stay external.
 *
 * @param {string} entry path below the repository, for example `packages/consolidation/src/index.ts`
 * @param {{ external?: readonly string[] }} [options]
 * @returns {Promise<Record<string, any>>} the module's exports
 */
export async function loadPackage(entry, options = {}) {
  const file = await bundlePackage(entry, options);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
}

/**
 * Bundles an entry point into a file that child processes can import; the caller removes it.
 *
 * @param {string} entry
 * @param {{ external?: readonly string[] }} [options]
 * @returns {Promise<string>} path of the bundle
 */
export async function bundlePackage(entry, { external = [] } = {}) {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: [...external] },
    build: {
      ssr: join(root, entry),
      write: false,
      target: 'node20',
      minify: false,
      rollupOptions: { external: [...external], output: { codeSplitting: false } },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const { output } = /** @type {{ output: { type: string, code?: string }[] }} */ (first);
  const folder = join(root, 'node_modules/.bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${entry.replace(/\W+/g, '-')}-${process.pid}.mjs`);
  writeFileSync(file, output.find(({ type }) => type === 'chunk')?.code ?? '');
  return file;
}
