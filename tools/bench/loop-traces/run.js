import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadPackage } from '../load-package.js';
import { literalSeed003, similarOutput } from './baselines.js';
import { playTrace } from './play-trace.js';

/** @import { Trace } from './stage-trace.js' */
/** @import { Ending } from './play-trace.js' */

/*
 * Scores loop control on published traces: `mustStop` stops by its round for one of its reasons,
 * `mustNotStop` converges. `--data DIR` reads another `loop-traces.json`; `--json` prints figures.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('data', import.meta.url)) },
    json: { type: 'boolean', default: false },
  },
});

/** @type {{ mustStop: Trace[], mustNotStop: Trace[] }} */
const { mustStop, mustNotStop } = JSON.parse(
  readFileSync(join(values.data, 'loop-traces.json'), 'utf8'),
);
const kit = await loadPackage('packages/consolidation/src/testing/index.ts');
/** @type {Record<string, (trace: Trace) => Ending>} */
const controllers = {
  magi: (trace) => playTrace(kit, trace),
  'seed 003 to the letter': literalSeed003,
  '90 % similar output': similarOutput,
};
const traces = [
  ...mustStop.map((trace) => ({
    trace,
    wanted: `stops by ${trace.by}: ${trace.reasons?.join(' or ')}`,
  })),
  ...mustNotStop.map((trace) => ({ trace, wanted: 'converges' })),
].map(({ trace, wanted }) => ({ id: trace.id, wanted, endings: endingsOf(trace) }));
const score = Object.fromEntries(
  Object.keys(controllers).map((name) => [
    name,
    traces.filter(({ endings }) => endings[name]?.right).length,
  ]),
);

if (values.json) console.log(JSON.stringify({ traces, of: traces.length, score }, null, 2));
else print();
if (score.magi !== traces.length) process.exitCode = 1;

/** @param {Trace} trace */
function endingsOf(trace) {
  return Object.fromEntries(
    Object.entries(controllers).map(([name, play]) => {
      const ending = play(trace);
      return [name, { ...ending, right: isRight(trace, ending) }];
    }),
  );
}

/**
 * A rule that only sees alike output is given credit for every kind of repetition.
 *
 * @param {Trace} trace
 * @param {Ending} ending
 */
function isRight(trace, { round, reason, converged }) {
  if (trace.by === undefined) return converged;
  const told = reason === 'similar' ? ['repeat', 'unchanged', 'oscillation'] : [reason];
  const isNamed = (trace.reasons ?? []).some((wanted) => told.includes(wanted));
  return !converged && round <= trace.by && isNamed;
}

function print() {
  console.log(line('trace', 'should', ...Object.keys(controllers)));
  for (const { id, wanted, endings } of traces) {
    const told = Object.values(endings).map(
      ({ round, reason, right }) => `${right ? 'right' : 'WRONG'}: ${reason} @${round}`,
    );
    console.log(line(id, wanted, ...told));
  }
  const totals = Object.values(score).map((right) => `${right} of ${traces.length}`);
  console.log(line('total', '', ...totals));
}

/** @param {string[]} cells */
function line(...cells) {
  const widths = [30, 38, 26, 26, 26];
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();
}
