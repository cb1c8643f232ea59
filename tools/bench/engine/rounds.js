/*
 * What all sides of the round bench play.
 *
 * CPU is that of the process with the threads of its compiler, which are busy for some hundred
 * rounds: what is compiled once is not the cost of a round, so each side plays before it counts.
 * The system tells CPU in steps of some milliseconds, so a sample is many rounds.
 */

/**
 * `warmUp` runs come before everything, `again` runs before each sample: while the others play, a
 * side's memory is given back and has to be got anew.
 *
 * @typedef {{ rounds: number, runs: number, warmUp: number, again: number }} Plan
 */

/** Runs as long as the protocols allow at most. */
export const SHORT = { rounds: 10, runs: 20, warmUp: 300, again: 20 };

/** One run that goes on for very long. */
export const LONG = { rounds: 400, runs: 1, warmUp: 1, again: 0 };

/**
 * One sample of a side, in milliseconds per round.
 *
 * @param {Plan} plan
 * @param {(rounds: number) => Promise<void>} play
 */
export async function sampleOf({ rounds, runs, again }, play) {
  for (let run = 0; run < again; run += 1) await play(rounds);
  const before = process.cpuUsage();
  const started = performance.now();
  for (let run = 0; run < runs; run += 1) await play(rounds);
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const played = rounds * runs;
  return { cpuMs: (user + system) / 1000 / played, wallMs: wallMs / played };
}

/**
 * Input of the run that all sides play: a loop that ends when its reviews are used up.
 *
 * @param {any} magi
 * @param {number} rounds
 */
export function benchInput(magi, rounds) {
  const input = magi.aRunInput();
  const budget = { reviews: rounds, attemptSpends: 'start' };
  return { ...input, protocol: { ...input.protocol, budget } };
}
