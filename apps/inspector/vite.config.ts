import { defineConfig } from 'vite';

/**
 * Builds one script and one style sheet. The page around them is written by whoever shows it: served,
 * or as one file with everything in it.
 */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    modulePreload: false,
    cssCodeSplit: false,
    license: true,
    rollupOptions: {
      input: { app: 'src/main.tsx' },
      // Schemas of other packages do nothing by being loaded; the page uses none of them.
      treeshake: { moduleSideEffects: (id) => !/\/packages\//.test(id) },
      output: {
        format: 'iife',
        entryFileNames: 'app.js',
        assetFileNames: 'app.[ext]',
      },
    },
  },
});
