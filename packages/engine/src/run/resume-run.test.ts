import type { Entry, EventLog } from '@magi/contracts';
import { appendEntries, createMemoryLog } from '@magi/event-log';
import { describe, expect, it } from 'vitest';
import {
  aCandidate,
  aCompletedReview,
  aProtocol,
  aRunInput,
  aScanner,
  entriesOf,
  type ManualClock,
  manualClock,
  playRun,
  quiet,
  resumeOn,
  type Script,
  scriptedRunner,
  timePasses,
} from '../testing/index.ts';
import { dyingLog } from '../testing/log-probes.ts';
import { startRun } from './start-run.ts';

describe('E8, E13: a run that is cut off after any entry', () => {
  it('comes to the same end with the same budgets, and repeats no finished work', async () => {
    const whole = await playRun(eventful, loop, { meanwhile: timePasses });
    expect(whole.entries.length).toBeGreaterThan(40);
    expect(whole.end.view.terminal?.outcome).toBe('converged');
    for (let kept = 1; kept < whole.entries.length; kept += 1) {
      const prefix = whole.entries.slice(0, kept);
      const { end, runner } = await resumeOn(eventful, {
        log: await logOf(prefix),
        meanwhile: timePasses,
      });
      expect(end.view.stateHash, `after #${kept - 1}`).toBe(whole.end.view.stateHash);
      expect(runner.keys().filter((key) => answered(prefix).has(key))).toEqual([]);
    }
  }, 60_000);

  it('comes to the same end when it dies again and again', async () => {
    const whole = await playRun(eventful, loop, { meanwhile: timePasses });
    const clock = manualClock();
    const log = createMemoryLog({ now: clock.now });
    await dies(log, clock, 2);
    let deaths = 1;
    for (let alive = true; alive; deaths += 1) {
      clock.set(clock.now() + 60_000);
      alive = (await goesOn(log, clock, 2 + (deaths % 3))) === null;
    }
    expect(deaths).toBeGreaterThan(4);
    const last = (await entriesOf(log, 'r1')).at(-1);
    expect(last?.note).toEqual({ type: 'finished', stateHash: whole.end.view.stateHash });
  });
});

describe('E8: an effect that leaves traces', () => {
  it('is asked about before it is started again; what was done is taken over', async () => {
    const log = await cutOff('fix');
    const asked: string[] = [];
    const { runner, end, entries } = await resumeOn(
      {
        ...failing,
        reconcile: async ({ key, input }, { start }) => {
          asked.push(`${key} start ${start}`);
          return { state: 'done', output: fixed(input as never) };
        },
      },
      { log },
    );
    expect(asked).toEqual(['run/synthesis/fix#1 start 2']);
    expect(runner.keys()[0]).toBe('run/synthesis/promote#1');
    expect(end.view.terminal).toMatchObject({ outcome: 'converged', counts: { attempts: 1 } });
    expect(entries.some(({ note }) => note?.type === 'reconciled')).toBe(true);
  });

  it('is started again under the same key when nothing came of it', async () => {
    const log = await cutOff('fix');
    const { runner, entries, end } = await resumeOn(
      { ...failing, reconcile: async () => ({ state: 'restart', note: 'worktree cleared' }) },
      { log },
    );
    expect(runner.keys()[0]).toBe('run/synthesis/fix#1');
    const notes = entries.flatMap(({ note }) => (note ? [note] : []));
    expect(notes).toContainEqual({
      type: 'reconciled',
      key: 'run/synthesis/fix#1',
      result: 'worktree cleared',
    });
    expect(notes).toContainEqual({
      type: 'effect.started',
      key: 'run/synthesis/fix#1',
      kind: 'fix',
      start: 2,
      pid: 1,
    });
    expect(end.view.context.spent.attempts).toBe(1);
  });

  it('fails closed when nobody can tell what became of it', async () => {
    const log = await cutOff('publish');
    const { end } = await resumeOn(
      {
        reconcile: async () => {
          throw new Error('remote unreachable');
        },
      },
      { log },
    );
    expect(end.view.terminal).toMatchObject({
      outcome: 'blocked',
      message: 'remote unreachable',
    });
  });

  it('a reviewer is simply started again', async () => {
    const log = await cutOff('scan');
    const { runner } = await resumeOn(
      {
        reconcile: async () => {
          throw new Error('not asked');
        },
      },
      { log },
    );
    expect(runner.keys()).toEqual(['run/scan.core#1']);
  });
});

describe('a run that has ended', () => {
  it('is given back as it is: resuming it writes nothing', async () => {
    const log = createMemoryLog();
    const { entries } = await playRun({}, {}, { log });
    const again = await resumeOn({}, { log });
    expect(again.end.state).toBe('finished');
    expect(again.entries).toEqual(entries);
  });
});

describe('E12: a log that this program would not have made', () => {
  it('is refused at the entry where they part', async () => {
    const { entries } = await playRun(failing, {});
    const forged = entries.map((entry) =>
      entry.seq === 4 && entry.in?.type === 'done'
        ? {
            ...entry,
            in: { ...entry.in, output: { ...(entry.in.output as object), notes: ['x'] } },
          }
        : entry,
    ) as Entry[];
    await expect(resumeOn({}, { log: await logOf(forged.slice(0, 7)) })).rejects.toMatchObject({
      code: 'MAGI_REPLAY_DIVERGED',
      message: expect.stringContaining('diverged at #5'),
    });
  });

  it('is refused when it was made with another chart', async () => {
    const { entries } = await playRun(failing, {});
    const other = entries.map((entry) =>
      entry.in?.type === 'init'
        ? {
            ...entry,
            in: { ...entry.in, machine: { ...entry.in.machine, graphHash: 'f'.repeat(64) } },
          }
        : entry,
    );
    await expect(resumeOn({}, { log: await logOf(other) })).rejects.toMatchObject({
      code: 'MAGI_MACHINE_UNKNOWN',
      exitCode: 5,
    });
  });

  it('is unknown when there is none', async () => {
    await expect(resumeOn({}, { log: createMemoryLog() })).rejects.toMatchObject({
      code: 'MAGI_RUN_UNKNOWN',
    });
  });
});

const panel = ['a', 'b', 'c', 'd', 'e'].map((id) => aScanner(id, { retries: 1 }));
const loop = {
  protocol: aProtocol({ publication: 'update_pr', budget: { reviews: 9, attemptSpends: 'start' } }),
};

/** Five scanners of which one is flaky, three rounds, one attempt that fails, a publication. */
const eventful: Script = {
  ground: ({ round, expectedHead }) => ({
    candidate: aCandidate({ head: round === 1 ? 'head1' : (expectedHead ?? 'head') }),
    panel,
    configHash: '0'.repeat(64),
    dispositions: [],
  }),
  scan: ({ round, attempt, scanner, candidate }) => {
    if (scanner.id === 'b' && round === 2 && attempt === 1) throw new Error('flaky');
    const fails = (scanner.id === 'a' && round < 3) || (scanner.id === 'c' && round < 2);
    const review = aCompletedReview(scanner, candidate, fails ? [`${scanner.id}_is_fine`] : []);
    return { ...review, cost: { usd: 0.25, calls: 1 } };
  },
};

const failing: Script = {
  scan: ({ scanner, candidate, round }) =>
    aCompletedReview(scanner, candidate, round < 2 ? ['core_is_fine'] : []),
};

async function dies(log: EventLog, clock: ManualClock, commits: number): Promise<void> {
  const ports = { clock, runner: scriptedRunner(eventful), run: 'r1' };
  const owner = { pid: 1, host: 'test' };
  const handle = await startRun({
    ...ports,
    owner,
    log: dyingLog(log, commits),
    input: aRunInput(loop),
    magiVersion: '0.1.0',
  });
  await timePasses(handle, clock);
}

/** Resumes until the process dies; gives the end, if it came to one. */
async function goesOn(log: EventLog, clock: ManualClock, commits: number) {
  const dying = dyingLog(log, commits);
  const played = resumeOn(eventful, { log: dying, clock, meanwhile: timePasses });
  return Promise.race([played, quiet(600).then(() => null)]);
}

/** A log whose run was cut off while an effect of this kind was under way. */
async function cutOff(kind: string): Promise<EventLog> {
  const { entries } = await playRun(failing, {
    protocol: aProtocol({ publication: 'update_pr' }),
  });
  const started = entries.findIndex(
    ({ note }) => note?.type === 'effect.started' && note.kind === kind,
  );
  return logOf(entries.slice(0, started + 1));
}

async function logOf(entries: readonly Entry[]): Promise<EventLog> {
  const log = createMemoryLog();
  await appendEntries(log, 'r1', entries);
  return log;
}

function answered(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap(({ in: input }) =>
      input?.type === 'done' || input?.type === 'fail' ? [input.key] : [],
    ),
  );
}

function fixed({
  candidate,
}: {
  readonly candidate: { readonly head: { readonly commit: string } };
}) {
  return {
    outcome: 'changed' as const,
    fixer: 'scripted',
    startedFrom: candidate.head.commit,
    commit: 'fix1',
    tree: 'tree-of-fix1',
    written: [],
    dispositions: [],
    conflicts: [],
  };
}
