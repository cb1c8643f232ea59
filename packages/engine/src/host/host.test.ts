import { MagiError } from '@magi/contracts';
import { createMemoryLog } from '@magi/event-log';
import { describe, expect, it } from 'vitest';
import {
  aCandidate,
  aCompletedReview,
  aScanner,
  entriesOf,
  playRun,
  quiet,
  resumeOn,
  type Script,
} from '../testing/index.ts';
import { watchedLog } from '../testing/log-probes.ts';

describe('E1: nothing takes effect before it is durable', () => {
  it('starts an effect only after the note that says so is stored', async () => {
    const order: string[] = [];
    const log = watchedLog(createMemoryLog(), (events) => {
      for (const { type, body } of events) {
        if (type === 'effect.started') order.push(`stored ${JSON.parse(body).note.key}`);
      }
    });
    const script: Script = {
      scan: ({ scanner, candidate }, { request }) => {
        order.push(`started ${request.key}`);
        return aCompletedReview(scanner, candidate);
      },
    };
    await playRun(script, { mode: 'review' }, { log });
    expect(order).toEqual([
      'stored run/ground#1',
      'stored run/scan.core#1',
      'started run/scan.core#1',
    ]);
  });

  it('does nothing more once the log refuses an entry', async () => {
    const full = new MagiError('MAGI_LOG_FULL', 'The disk is full.');
    const memory = createMemoryLog();
    const log = watchedLog(memory, (events) => {
      if (events.some(({ body }) => body.includes('run/scan.core#1'))) throw full;
    });
    const started: string[] = [];
    const playing = playRun({ scan: (_, { request }) => started.push(request.key) }, {}, { log });
    await expect(playing).rejects.toBe(full);
    expect(started).toEqual([]);
    expect((await entriesOf(memory, 'r1')).map(({ seq }) => seq)).toEqual([0, 1]);
  });

  it('shows no state that is not durable', async () => {
    const states: unknown[] = [];
    const memory = createMemoryLog();
    await playRun(
      {},
      { mode: 'review' },
      {
        log: memory,
        meanwhile: async (handle) => {
          handle.subscribe(() => states.push(handle.view().seq));
        },
      },
    );
    const stored = (await entriesOf(memory, 'r1')).length;
    expect(states.at(-1)).toBe(stored - 1);
  });
});

describe('E5: an answer that nobody awaits', () => {
  it('is noted and ignored when its asker has given up', async () => {
    const late: ((review: unknown) => void)[] = [];
    const { entries, end } = await playRun(
      {
        ground: () => ({
          candidate: aCandidate(),
          panel: [aScanner('quick', { timeoutMs: 1000 }), aScanner('slow')],
          configHash: '0'.repeat(64),
          dispositions: [],
        }),
        scan: () => new Promise((resolve) => late.push(resolve)),
      },
      {},
      {
        meanwhile: async (_handle, clock) => {
          await quiet(10);
          clock.advance(1000);
          await quiet(10);
          late[0]?.(aCompletedReview(aScanner('quick'), aCandidate()));
          await quiet(10);
          late[1]?.(aCompletedReview(aScanner('slow'), aCandidate()));
        },
      },
    );
    const notes = entries.flatMap(({ note }) => (note ? [note] : []));
    expect(notes).toContainEqual({
      type: 'effect.cancelled',
      key: 'run/scan.quick#1',
      reason: 'after run/scan.quick:xstate.after.timeout.scan.running#1',
    });
    expect(notes).toContainEqual({
      type: 'stale',
      key: 'run/scan.quick#1',
      reason: 'result that nobody awaits',
    });
    expect(end.view.history[0]?.consolidation.verdict).toBe('INCOMPLETE');
  });

  it('is noted and ignored when it comes twice', async () => {
    const log = createMemoryLog();
    const { handle } = await playRun(failing, {}, { log });
    const before = handle.view();
    await resumeOn(failing, {
      log,
      ports: { inputs: [{ type: 'done', key: 'run/scan.core#1', output: { late: true } }] },
    });
    const entries = await entriesOf(log, 'r1');
    expect(entries.at(-1)).toMatchObject({
      onState: before.stateHash,
      note: { type: 'stale', key: 'run/scan.core#1' },
    });
  });
});

describe('E6: what is no JSON', () => {
  it('is refused with its path and leaves the run as it is', async () => {
    const { handle } = await playRun(failing);
    const seq = handle.view().seq;
    await expect(
      handle.send({ type: 'note', inner: { when: new Date(0) } }, 'ann'),
    ).rejects.toMatchObject({
      code: 'MAGI_LOG_NOT_JSON',
      message: expect.stringContaining('in.event.inner.when'),
    });
    expect(handle.view().seq).toBe(seq);
  });
});

describe('E10: inputs that come together', () => {
  it('share one commit with what follows from them', async () => {
    const commits: string[][] = [];
    const log = watchedLog(createMemoryLog(), (events) => {
      commits.push(events.map(({ type }) => type));
    });
    const panel = ['a', 'b', 'c', 'd', 'e'].map((id) => aScanner(id));
    await playRun(
      {
        ground: () => ({
          candidate: aCandidate(),
          panel,
          configHash: '0'.repeat(64),
          dispositions: [],
        }),
      },
      { mode: 'review' },
      { log },
    );
    expect(commits).toEqual([
      ['init', 'effect.started'],
      ['done', ...panel.map(() => 'effect.started')],
      [...panel.map(() => 'done'), 'finished'],
    ]);
  });
});

describe('E14: secrets', () => {
  it('are replaced before anything is stored', async () => {
    const log = createMemoryLog();
    await playRun(
      {
        scan: ({ scanner, candidate }) => ({
          ...aCompletedReview(scanner, candidate),
          notes: ['token hunter2 in use'],
        }),
      },
      { goal: 'keep hunter2 out' },
      { log, ports: { redact: (text) => text.replaceAll('hunter2', '[secret]') } },
    );
    const stored = JSON.stringify(await entriesOf(log, 'r1'));
    expect(stored).toContain('token [secret] in use');
    expect(stored).not.toContain('hunter2');
  });
});

describe('a buffered run', () => {
  it('ends with the same log as a durable one', async () => {
    const durable = await playRun(failing);
    const buffered = await playRun(failing, {}, { ports: { durability: 'buffered' } });
    const inputs = (entries: typeof durable.entries) =>
      entries.flatMap(({ in: input }) => (input ? [input] : []));
    expect(inputs(buffered.entries)).toEqual(inputs(durable.entries));
    expect(buffered.end.view.stateHash).toBe(durable.end.view.stateHash);
  });
});

const failing: Script = {
  scan: ({ scanner, candidate, round }) => {
    const review = aCompletedReview(scanner, candidate, ['core_is_fine']);
    return {
      ...review,
      findings: review.findings.map((finding) => ({ ...finding, rule: `rule${round}` })),
    };
  },
};
