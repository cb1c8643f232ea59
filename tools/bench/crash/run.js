import { parseArgs } from 'node:util';
import { openHarness } from './harness.js';

/*
 * Kills a run after every entry, and at random moments, and goes on with it each time.
 *
 *   node tools/bench/crash/run.js [--random 200] [--json]
 */
const { values: flags } = parseArgs({
  options: {
    random: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
  },
});
const harness = await openHarness();
const whole = await harness.play([]);
const rows = [
  await measure(
    'after every entry',
    Array.from({ length: whole.entries }, (_, entry) => [{ entry }]),
  ),
  await measure('at random moments', randomKills(Number(flags.random))),
];
harness.close();
if (flags.json)
  console.log(JSON.stringify({ entries: whole.entries, outcome: whole.outcome, rows }));
else {
  console.log(`a run of ${whole.entries} entries, ending ${whole.outcome}`);
  console.table(rows);
}
process.exitCode = rows.every(
  ({ kills, same, again, sound }) => same === kills && again === 0 && sound === kills,
)
  ? 0
  : 1;

/** @param {string} what @param {import('./harness.js').Kill[][]} plans */
async function measure(what, plans) {
  const row = { what, kills: plans.length, same: 0, again: 0, sound: 0 };
  for (const plan of plans) {
    const life = await harness.play(plan);
    const isSame =
      life.outcome === whole.outcome &&
      life.stateHash === whole.stateHash &&
      life.spent === whole.spent;
    row.same += Number(isSame);
    row.again += life.again;
    row.sound += Number(life.isSound);
    if (!isSame || life.again > 0 || !life.isSound) console.error(plan, life);
  }
  return row;
}

/** From before the first entry to after the last. @param {number} count */
function randomKills(count) {
  return Array.from({ length: count }, () => [{ afterMs: 80 + Math.random() * 700 }]);
}
