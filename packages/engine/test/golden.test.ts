import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replayEach } from '../src/replay/index.ts';
import { entriesIn, playRun } from '../src/testing/index.ts';
import { goldenScenarios, inputOf } from './golden-scenarios.ts';

const folder = new URL('golden/', import.meta.url);
const endingsFile = new URL('endings.json', folder);
/** `missing` adds logs of new scenarios; `all` makes all anew, which is for unreleased versions only. */
const recording = process.env.MAGI_RECORD_GOLDEN;

describe('E11, E12: a recorded log', () => {
  if (recording) {
    it.each(Object.keys(goldenScenarios))('%s is recorded', record);
  }

  it('is there for every scenario', () => {
    const recorded = goldenFiles().map((name) => name.replace(/\.v\d+\.magi\.jsonl$/, ''));
    expect(recorded).toEqual(expect.arrayContaining(Object.keys(goldenScenarios)));
  });

  it.each(goldenFiles())('%s gives the states it gave when it was recorded', (name) => {
    const entries = entriesIn(readFileSync(new URL(name, folder), 'utf8'));
    let last = '';
    replayEach(entries, (entry, after) => {
      last = after.stateHash;
      if (entry.note?.type === 'finished') expect(last).toBe(entry.note.stateHash);
    });
    expect(last).toBe(endings()[name]);
  });
});

/** Logs are named after their scenario and the version of the machine that made them. */
async function record(name: string): Promise<void> {
  const scenario = goldenScenarios[name];
  if (!scenario) return;
  const { entries, exported, end } = await playRun(scenario.script, inputOf(scenario), {
    run: name,
    ...(scenario.meanwhile ? { meanwhile: scenario.meanwhile } : {}),
  });
  const [init] = entries;
  const version = init?.in?.type === 'init' ? init.in.machine.version : '0';
  const file = `${name}.v${version}.magi.jsonl`;
  if (existsSync(new URL(file, folder)) && recording !== 'all') return;
  writeFileSync(new URL(file, folder), exported);
  const all = { ...endings(), [file]: end.view.stateHash };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(endingsFile, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** State hash after the last entry of each log: no entry after it could tell. */
function endings(): Record<string, string> {
  return existsSync(endingsFile) ? JSON.parse(readFileSync(endingsFile, 'utf8')) : {};
}

function goldenFiles(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.magi.jsonl'))
    .sort();
}
