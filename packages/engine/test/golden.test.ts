import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Entry } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { replayEach } from '../src/replay/index.ts';
import { playRun } from '../src/testing/index.ts';
import { goldenScenarios, inputOf } from './golden-scenarios.ts';

const folder = new URL('golden/', import.meta.url);
/** `missing` adds logs of new scenarios; `all` makes all anew, which is for unreleased versions only. */
const recording = process.env.MAGI_RECORD_GOLDEN;

describe('E11, E12: a recorded log', () => {
  if (recording) {
    it.each(Object.keys(goldenScenarios))('%s is recorded', record);
  }

  it('is there for every scenario', () => {
    const recorded = goldenFiles().map((name) => name.replace(/\.v\d+\.jsonl$/, ''));
    expect(recorded).toEqual(expect.arrayContaining(Object.keys(goldenScenarios)));
  });

  it.each(goldenFiles())('%s gives the states it gave when it was recorded', (name) => {
    const { entries, end } = read(name);
    let last = '';
    replayEach(entries, (entry, after) => {
      last = after.stateHash;
      if (entry.note?.type === 'finished') expect(last).toBe(entry.note.stateHash);
    });
    expect(last).toBe(end.stateHash);
  });
});

/** Logs are named after their scenario and the version of the machine that made them. */
async function record(name: string): Promise<void> {
  const scenario = goldenScenarios[name];
  if (!scenario) return;
  const { entries, end } = await playRun(scenario.script, inputOf(scenario), {
    run: name,
    ...(scenario.meanwhile ? { meanwhile: scenario.meanwhile } : {}),
  });
  const [init] = entries;
  const version = init?.in?.type === 'init' ? init.in.machine.version : '0';
  const file = new URL(`${name}.v${version}.jsonl`, folder);
  if (existsSync(file) && recording !== 'all') return;
  const { stateHash, terminal } = end.view;
  const lines = [...entries, { end: { stateHash, outcome: terminal?.outcome ?? null } }];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function goldenFiles(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}

function read(name: string) {
  const lines = readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n');
  const { end } = JSON.parse(lines.at(-1) ?? '') as {
    readonly end: { readonly stateHash: string };
  };
  return { entries: lines.slice(0, -1).map((line) => Entry.parse(JSON.parse(line))), end };
}
