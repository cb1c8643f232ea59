import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, ReplayOutput, RunsOutput } from '@magi/contracts';
import { appendEntries, openEmbeddedLog, readEntries } from '@magi/event-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson } from './cli.ts';
import { faultyProject } from './projects.ts';

const project = faultyProject();
const fixture = 'faulty.magi-test.json';
beforeAll(async () => {
  await ensureBuilt();
  await magi(project.dir, ['review', '--commit', 'HEAD']);
}, 120_000);
afterAll(() => project.remove());

describe('magi test', { timeout: 60_000 }, () => {
  it('makes a fixture of a run that holds anywhere, without repository or scanner', async () => {
    const made = await magi(project.dir, ['test', '--from-run', 'last', '-o', fixture]);
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining(`magi test ${fixture}`)]);
    const { code, stdout } = await magi('/', ['test', project.dir]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^✔ \S+faulty\.magi-test\.json: \d+ entries, stopped, as recorded\n$/),
    ]);
  });

  it('fails with the entry whose state is another one', async () => {
    const file = changed((recorded) => {
      recorded.expected.stateHashes[3] = '0'.repeat(64);
    });
    const { code, stdout } = await magi(project.dir, ['test', fixture, file]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✔ faulty\.magi-test\.json/m);
    expect(stdout).toMatch(/^ {4}state after entry #3: expected "0{64}", is "[0-9a-f]{64}"$/m);
  });

  it('fails where the run comes to something else', async () => {
    const file = changed((recorded) => {
      recorded.expected.rounds[0] = { verdict: 'ACCEPT', findings: [] };
    });
    const { code, json } = await magiJson<{ results: { differences: string[] }[] }>(project.dir, [
      'test',
      file,
    ]);
    expect(code).toBe(1);
    expect(json.results[0]?.differences).toContain(
      'rounds/0/verdict: expected "ACCEPT", is "REJECT"',
    );
  });

  it('fails for a log that somebody changed', async () => {
    const file = changed((recorded) => {
      recorded.log[2] = recorded.log[2]?.replace('src/list.ts', 'src/lost.ts') ?? '';
    });
    const { code, stdout } = await magi(project.dir, ['test', file]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('its log is damaged')]);
  });

  it.each([
    [['test'], 'nothing to replay'],
    [['test', 'no-such-file'], 'cannot be read'],
    [['test', 'package.json'], 'is no fixture'],
    [['test', '--from-run', 'last'], '-o FILE'],
    [['test', '-o', 'x'], '--from-run'],
  ])('names the mistake in %j', async (args, words) => {
    const { code, stderr } = await magi(project.dir, args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});

describe('magi migrate', { timeout: 60_000 }, () => {
  it('refuses a run that the newest version made', async () => {
    const { code, stdout, stderr } = await magi(project.dir, ['migrate', 'last']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('is the newest there is');
    expect(await runs()).toHaveLength(1);
  });

  it('carries a run of an older version over, beside the old log', async () => {
    await oldRun('old-run');
    const unreadable = await magi(project.dir, ['replay', 'old-run']);
    expect([unreadable.code, unreadable.stderr]).toEqual([
      5,
      expect.stringContaining('magi migrate'),
    ]);
    const dry = await magi(project.dir, ['migrate', 'old-run', '--dry-run']);
    expect([dry.code, dry.stdout, dry.stderr]).toEqual([
      0,
      '',
      expect.stringMatching(/run@0 .* to run@\d+ .* follows it to its end/),
    ]);
    const { code, stdout } = await magi(project.dir, ['migrate', 'old-run']);
    expect(code).toBe(0);
    const migrated = stdout.trim();
    expect((await magi(project.dir, ['verify', migrated])).code).toBe(0);
    const { json } = await magiJson<ReplayOutput>(project.dir, ['replay', migrated]);
    expect(json.state).toMatchObject({ value: 'stopped' });
    expect((await runs()).map(({ id }) => id)).toContain('old-run');
  });
});

describe('magi replay --diff', { timeout: 60_000 }, () => {
  it('says what became of states, constraints and context', async () => {
    const { id: run = '', entries = 0 } = (await runs()).at(-1) ?? {};
    const last = `${entries - 1}`;
    const { stdout } = await magi(project.dir, ['replay', run, '--diff', '0', last]);
    expect(stdout).toMatch(/^State\n {2}run: grounding → stopped$/m);
    expect(stdout).toMatch(/^Constraints\n {2}\+ \S+: /m);
    expect(stdout).toMatch(/^Context\n {2}\/candidate\n {4}- null\n/m);
    const { json } = await magiJson<{ constraints: { change: string }[] }>(project.dir, [
      ...['replay', run, '--diff', '0', last],
    ]);
    expect(json.constraints.map(({ change }) => change)).toContain('opened');
  });
});

interface Recorded {
  readonly expected: {
    readonly stateHashes: string[];
    readonly rounds: { verdict: string; findings: string[] }[];
  };
  readonly log: string[];
}

function changed(change: (recorded: Recorded) => void): string {
  const recorded: Recorded = JSON.parse(readFileSync(join(project.dir, fixture), 'utf8'));
  change(recorded);
  writeFileSync(join(project.dir, 'changed.json'), JSON.stringify(recorded));
  return 'changed.json';
}

async function runs(): Promise<RunsOutput['runs']> {
  return (await magiJson<RunsOutput>(project.dir, ['runs'])).json.runs;
}

/** The newest run as an earlier version would have recorded it: another machine, other hashes. */
async function oldRun(name: string): Promise<void> {
  const log = await openEmbeddedLog({ dir: join(project.dir, '.git/magi') });
  const [{ id = '' } = {}] = await runs();
  const entries: Entry[] = [];
  for await (const { entry } of readEntries(log, id)) {
    const onState = entry.onState === null ? null : 'e'.repeat(64);
    const old = { ...entry, run: name, onState };
    if (old.in?.type === 'init') {
      const machine = { ...old.in.machine, version: '0', graphHash: 'f'.repeat(64) };
      entries.push({ ...old, in: { ...old.in, machine } });
    } else entries.push(old);
  }
  await appendEntries(log, name, entries);
  await log.close();
}
