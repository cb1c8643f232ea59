import { loadPackage } from '../load-package.js';
import { longRunId } from './long-run.js';

/* Replays a log in a process of its own; prints times and peak memory as JSON. */
const [, , dir = ''] = process.argv;
const magi = await loadPackage('tools/bench/engine/entry.ts', {
  external: ['@photostructure/sqlite', 'elkjs'],
});
const log = await magi.openEmbeddedLog({ dir, readOnly: true });
/** @type {string[]} */
const lines = [];
for await (const line of magi.exportRun(log, longRunId)) lines.push(line);
/** @type {any[]} */
const entries = [];
for await (const { entry } of magi.readEntries(log, longRunId)) entries.push(entry);

const parseS = cpu(() => lines.map((line) => JSON.parse(line)));
const reduceS = cpu(() => entries.reduce(reducer, { seq: 0, done: 0, events: 0, last: '' }));
const replayS = cpu(() => magi.replay(entries));
console.log(
  JSON.stringify({
    replayCpuS: round(replayS),
    entriesPerCpuS: Math.round(entries.length / replayS),
    timesJsonParse: round(replayS / parseS),
    timesPlainReducer: round(replayS / reduceS),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);

/** @param {any} state @param {any} entry */
function reducer(state, { seq, in: input }) {
  const isDone = input?.type === 'done';
  return {
    seq,
    done: state.done + Number(isDone),
    events: state.events + Number(!isDone),
    last: input?.key ?? '',
  };
}

/** @param {() => unknown} work */
function cpu(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** @param {number} value */
function round(value) {
  return Number(value.toPrecision(3));
}
