import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { z } from 'zod';

/*
 * Writes one JSON Schema per Zod schema of `@magi/contracts` into docs/formats.
 * With `--check` it writes nothing and fails when a file is out of date.
 */
const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const folder = join(root, 'docs/formats');
const isCheck = process.argv.includes('--check');

const wanted = new Map(
  Object.entries(await loadContracts())
    .filter(([, value]) => value instanceof z.ZodType)
    .map(([name, schema]) => [`${kebab(name)}.schema.json`, render(name, schema)]),
);
const present = new Map(
  readdirSyncOrEmpty(folder)
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
const stale = [...new Set([...wanted.keys(), ...present.keys()])]
  .filter((name) => wanted.get(name) !== present.get(name))
  .sort();

if (isCheck && stale.length > 0) {
  console.error(`docs/formats is out of date (${stale.join(', ')}): run \`npm run formats\``);
  process.exitCode = 1;
} else if (!isCheck) {
  mkdirSync(folder, { recursive: true });
  for (const name of stale) {
    const text = wanted.get(name);
    if (text === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
  console.log(`docs/formats: ${wanted.size} schemas, ${stale.length} changed`);
}

/** Node 20 reads no TypeScript, so the contracts are bundled in memory first. */
async function loadContracts() {
  const result = await build({
    root,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['zod'] },
    build: {
      ssr: join(root, 'packages/contracts/src/index.ts'),
      write: false,
      rollupOptions: { external: ['zod'] },
    },
  });
  const output = /** @type {{ output: { code?: string }[] }} */ (
    Array.isArray(result) ? result[0] : result
  ).output;
  const file = join(root, 'node_modules/.cache-contracts.mjs');
  writeFileSync(file, output[0]?.code ?? '');
  try {
    return await import(file);
  } finally {
    rmSync(file);
  }
}

/**
 * @param {string} name
 * @param {z.ZodType} schema
 */
function render(name, schema) {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', reused: 'inline' });
  return `${JSON.stringify({ title: name, ...json }, null, 2)}\n`;
}

/** @param {string} name */
function kebab(name) {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

/** @param {string} directory */
function readdirSyncOrEmpty(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
