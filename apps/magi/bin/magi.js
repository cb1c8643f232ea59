#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const [flag, ...others] = process.argv.slice(2);
if (others.length === 0 && (flag === '--version' || flag === '-V')) {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  process.stdout.write(`${JSON.parse(manifest).version}\n`);
} else {
  await import('../dist/magi.js').catch((error) => {
    const isUnbuilt =
      error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist/magi.js');
    if (!isUnbuilt) throw error;
    process.stderr.write('magi is not built yet: run `npx nx build magi` once in this checkout.\n');
    process.exitCode = 70;
  });
}
