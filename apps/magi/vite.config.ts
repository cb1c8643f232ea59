import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import manifest from './package.json' with { type: 'json' };

// CommonJS dependencies inlined into ES modules still look for these three names. They are globals,
// as a module of ours may declare one of them itself and a second declaration would be an error.
const banner = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'globalThis.require ??= __createRequire(import.meta.url);',
  'globalThis.__filename ??= __fileURLToPath(import.meta.url);',
  "globalThis.__dirname ??= __fileURLToPath(new URL('.', import.meta.url));",
].join('\n');

// Packages with a native part cannot be bundled; they are the real dependencies of the CLI.
const external = Object.keys(manifest.dependencies);

/** Puts the built page of the inspector, and the layouts of the charts that ship, beside the bundle. */
const inspectorPage: Plugin = {
  name: 'inspector-page',
  async generateBundle() {
    const page = { 'app.js': 'app.js', 'app.css': 'app.css', 'licences.md': '.vite/license.md' };
    for (const [name, built] of Object.entries(page)) {
      const source = readFileSync(`${import.meta.dirname}/../inspector/dist/${built}`, 'utf8');
      this.emitFile({ type: 'asset', fileName: `inspector/${name}`, source });
    }
    const { module } = await runnerImport<typeof import('./src/inspect/shipped-layouts.ts')>(
      `${import.meta.dirname}/src/inspect/shipped-layouts.ts`,
      { configFile: false, logLevel: 'error' },
    );
    for (const [name, source] of Object.entries(module.shippedLayouts)) {
      this.emitFile({ type: 'asset', fileName: `inspector/layouts/${name}`, source });
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [inspectorPage],
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    license: true,
    rollupOptions: {
      input: { magi: 'src/main.ts', 'scanner-worker': 'src/scanner-worker.ts' },
      external,
      // Our own modules do nothing by being loaded, but for the worker: a command then brings along
      // only the schemas that it uses.
      treeshake: { moduleSideEffects: (id) => !/packages\/(?!scanners\/src\/worker)/.test(id) },
      output: {
        banner,
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
