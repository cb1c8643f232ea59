import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantRunner } from './instant-runner.js';
import { ROUNDS, WARM_UP } from './rounds.js';

/**
 * CPU and commits of one round (ground, five scans, consolidation, decision, fix, promote) with
 * instant answers, buffered and durable.
 *
 * @param {any} magi
 * @param {number} samples
 */
export async function measureRound(magi, samples) {
  /** @type {Record<string, object>} */
  const rows = {};
  for (const durability of ['buffered', 'durable']) {
    const cpu = [];
    const wall = [];
    let bytes = 0;
    let commits = 0;
    for (let turn = 0; turn < WARM_UP; turn += 1) await playRounds(magi, durability);
    for (let sample = 0; sample < samples; sample += 1) {
      const one = await playRounds(magi, durability);
      cpu.push(one.cpuMs / one.rounds);
      wall.push(one.wallMs / one.rounds);
      bytes = one.bytes / one.rounds;
      commits = one.commits / one.rounds;
    }
    rows[durability] = {
      cpuMsPerRound: median(cpu),
      wallMsPerRound: median(wall),
      logBytesPerRound: Math.round(bytes),
      commitsPerRound: Number(commits.toFixed(1)),
    };
  }
  return rows;
}

/** @param {any} magi @param {string} durability */
async function playRounds(magi, durability) {
  const dir = mkdtempSync(join(tmpdir(), 'magi-round-'));
  const log = await magi.openEmbeddedLog({ dir });
  let commits = 0;
  const counted = {
    ...bound(log),
    append: (/** @type {any[]} */ ...args) => {
      commits += 1;
      return log.append(...args);
    },
  };
  const input = magi.aRunInput();
  const before = process.cpuUsage();
  const started = performance.now();
  const handle = await magi.startRun({
    log: counted,
    run: 'r',
    runner: instantRunner(magi),
    clock: { now: () => Date.now(), setTimeout, clearTimeout },
    owner: { pid: process.pid, host: 'bench' },
    durability,
    magiVersion: 'bench',
    input: {
      ...input,
      protocol: { ...input.protocol, budget: { reviews: ROUNDS, attemptSpends: 'start' } },
    },
  });
  await handle.done;
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  await handle.interrupt();
  let bytes = 0;
  for await (const line of magi.exportRun(log, 'r')) bytes += Buffer.byteLength(line);
  await log.close();
  rmSync(dir, { recursive: true });
  return { rounds: ROUNDS, cpuMs: (user + system) / 1000, wallMs, bytes, commits };
}

/** Methods of a log that keep their receiver when they are spread. @param {any} log */
function bound(log) {
  return Object.fromEntries(
    Object.entries(log).map(([name, value]) => [
      name,
      typeof value === 'function' ? value.bind(log) : value,
    ]),
  );
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2));
}
