import { longRunId } from './long-run.js';

/* Replays a log in a process of its own; prints times and peak memory as JSON. */
const [, , dir = '', bundle = ''] = process.argv;
const magi = await import(bundle);
const log = await magi.openEmbeddedLog({ dir, readOnly: true });
/** @type {any[]} */
const entries = [];
for await (const { entry } of magi.readEntries(log, longRunId)) entries.push(entry);
const replayS = cpu(() => magi.replay(entries));
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);

const reduceS = cpu(() => entries.reduce(reducer, { seq: 0, done: 0, events: 0, last: '' }));
/** @type {string[]} */
const lines = [];
for await (const line of magi.exportRun(log, longRunId)) lines.push(line);
const parseS = cpu(() => lines.map((line) => JSON.parse(line)));
console.log(
  JSON.stringify({
    replayCpuS: round(replayS),
    entriesPerCpuS: Math.round(entries.length / replayS),
    timesJsonParse: round(replayS / parseS),
    timesPlainReducer: round(replayS / reduceS),
    peakMb,
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
