import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isPeerInstalled } from './lang-graph.js';

/**
 * Lets all sides play in turn, sample by sample, and compares each with our buffered log.
 *
 * @param {string} bundle address of our code
 * @param {import('./rounds.js').Plan} plan
 * @param {number} samples
 */
export async function roundPairs(bundle, plan, samples) {
  const names = ['magi buffered', 'magi durable'];
  if (isPeerInstalled()) names.push('langGraph memory', 'langGraph sqlite');
  const sides = [];
  for (const name of names) sides.push({ name, ask: await startSide(bundle, name, plan) });
  const taken = sides.map(() => /** @type {Sample[]} */ ([]));
  for (let sample = 0; sample < samples; sample += 1) {
    for (const [index, { ask }] of sides.entries()) taken[index]?.push(await ask('sample'));
  }
  /** @type {Record<string, unknown>} */
  const rows = { rounds: plan.rounds };
  for (const [index, { name, ask }] of sides.entries()) {
    rows[name] = { ...rowOf(taken[index] ?? [], taken[0] ?? []), ...(await ask('size')) };
    ask('close');
  }
  return rows;
}

/**
 * @param {string} bundle
 * @param {string} name
 * @param {import('./rounds.js').Plan} plan
 * @returns {Promise<(wanted: string) => Promise<any>>}
 */
async function startSide(bundle, name, plan) {
  const child = fork(join(import.meta.dirname, 'side-child.js'), [
    JSON.stringify([bundle, name, plan]),
  ]);
  child.once('exit', (code) => {
    if (code) throw new Error(`the side ${name} ended with ${code}`);
  });
  const answer = async () => (await once(child, 'message'))[0];
  await answer();
  return (wanted) => {
    child.send(wanted);
    return answer();
  };
}

/**
 * @typedef {{ cpuMs: number, wallMs: number }} Sample
 * @param {readonly Sample[]} own
 * @param {readonly Sample[]} base
 */
function rowOf(own, base) {
  const cpu = ordered(own.map(({ cpuMs }) => cpuMs));
  const wall = ordered(own.map(({ wallMs }) => wallMs));
  const times = ordered(own.map(({ cpuMs }, at) => cpuMs / (base[at]?.cpuMs ?? Number.NaN)));
  return {
    cpuMs: median(cpu),
    leastCpuMs: rounded(cpu[0]),
    wallMs: median(wall),
    timesOurCpu: median(times),
  };
}

/** @param {readonly number[]} values */
function ordered(values) {
  return [...values].sort((a, b) => a - b);
}

/** @param {readonly number[]} sorted */
function median(sorted) {
  return rounded(sorted[Math.floor(sorted.length / 2)]);
}

/** @param {number | undefined} value */
function rounded(value) {
  return Number((value ?? 0).toFixed(2));
}
