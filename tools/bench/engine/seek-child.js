import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { longRunId } from './long-run.js';

/* `magi replay --at 90000` through the built program, whole process, and the same from the start. */
const [, , dir = ''] = process.argv;
const bin = join(import.meta.dirname, '../../../apps/magi/bin/magi.js');
const runs = Array.from({ length: 7 }, () =>
  timed(['replay', longRunId, '--at', '90000', '--json']),
);
console.log(
  JSON.stringify({
    seekS: median(runs.map(({ seconds }) => seconds)),
    bareNodeS: median(Array.from({ length: 7 }, () => bare())),
  }),
);

/** @param {string[]} args */
function timed(args) {
  const started = performance.now();
  const child = spawnSync(process.execPath, [bin, ...args], {
    env: { ...process.env, MAGI_HOME: dir },
    maxBuffer: 1e8,
  });
  if (child.status !== 0) throw new Error(String(child.stderr));
  return { seconds: (performance.now() - started) / 1000 };
}

function bare() {
  const started = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return (performance.now() - started) / 1000;
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(3));
}
