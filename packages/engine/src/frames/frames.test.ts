import type { Entry } from '@magi/contracts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { replayEach } from '../replay/replay.ts';
import { traceOf } from '../replay/trace.ts';
import {
  aCandidate,
  aCompletedReview,
  aScanner,
  playRun,
  quiet,
  type Script,
} from '../testing/index.ts';
import type { Frame, PackedFrame } from './frame.ts';
import { createFrameMaker, createPackedFrameMaker } from './frame-maker.ts';
import { createReel } from './reel.ts';

let entries: readonly Entry[];
let frames: readonly PackedFrame[];

beforeAll(async () => {
  entries = await aLongRun();
  frames = framesOf(entries);
});

describe('a reel of frames', () => {
  it('has the state after every entry that replay gives', () => {
    const reel = reelOf(frames);
    replayEach(entries, ({ seq }, after) => {
      const { actors, pending, timers } = reel.stateAt(seq);
      expect({ state: actors, pending, timers, stateHash: reel.frame(seq).stateHash }).toEqual({
        state: after.state,
        pending: after.pending,
        timers: after.timers,
        stateHash: after.stateHash,
      });
    });
  });

  it('gives the same states in whatever order one looks at them', () => {
    const inOrder = reelOf(frames);
    const states = entries.map(({ seq }) => JSON.stringify(inOrder.stateAt(seq)));
    const anyOrder = fc.array(fc.nat(entries.length - 1), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(anyOrder, (seqs) => {
        const reel = reelOf(frames);
        for (const seq of seqs) expect(JSON.stringify(reel.stateAt(seq))).toBe(states[seq]);
      }),
      { numRuns: 30 },
    );
  });

  it('shows states while frames still arrive', () => {
    const reel = createReel();
    frames.forEach((frame, seq) => {
      reel.add([frame]);
      expect(reel.length).toBe(seq + 1);
      expect(reel.stateAt(seq).actors).toBeDefined();
    });
  });

  it('keeps what did not change between two states the same object', () => {
    const reel = reelOf(frames);
    const noteSeq = entries.find(({ note }) => note?.type === 'effect.started')?.seq ?? 1;
    expect(reel.stateAt(noteSeq)).toBe(reel.stateAt(noteSeq - 1));
  });

  it('does so in whatever order one looks at them', () => {
    const reel = reelOf(frames);
    const at = entries.length - 1;
    const contextAt = (seq: number) =>
      (reel.stateAt(seq).actors as { context: Record<string, unknown> }).context;
    const late = contextAt(at);
    reel.stateAt(0);
    reel.stateAt(at >> 1);
    const before = contextAt(at - 1);
    expect(before.panel).toBe(late.panel);
    expect(before.input).toBe(late.input);
  });

  it('tells the same steps as the trace', () => {
    const reel = reelOf(frames);
    const steps = entries.flatMap(({ seq }) => reel.frame(seq).steps);
    const told = steps.map(({ candidates: _c, followUps: _f, accepts: _a, ...step }) => step);
    expect(told).toEqual(traceOf(entries));
  });

  it('says which machine plays an actor', () => {
    const reel = reelOf(frames);
    expect(reel.machineOf('run/scan.core')).toBe('scan');
    expect(reel.machineOf('run/ground#1')).toBeNull();
  });

  it('has the words of an entry at hand', () => {
    const reel = reelOf(frames);
    const { seq, at } = entries[3] as Entry;
    const type = reel.frame(3).type;
    expect(reel.head(3)).toEqual({ seq, at, type, actor: '', text: 'says something' });
  });
});

describe('frames of a log that cannot be replayed', () => {
  it('go on as words after the place where states end', () => {
    const broken = entries.map((entry) =>
      entry.seq === 5 ? { ...entry, onState: 'f'.repeat(64) } : entry,
    );
    const made = framesIn(broken);
    expect(made[4]?.problem).toBeUndefined();
    expect(made[5]?.problem).toMatch(/diverged at #5/);
    expect(made[6]).toMatchObject({ stateHash: null, changes: [], steps: [] });
    expect(made.map(({ type }) => type)).toEqual(framesIn(entries).map(({ type }) => type));
    expect(reelOf(framesOf(broken)).problem).toMatchObject({ seq: 5 });
  });

  it('are words alone when the machine is not known', () => {
    const [first, ...rest] = entries;
    const foreign = JSON.parse(
      JSON.stringify(first).replace(/"graphHash":"[0-9a-f]+"/, `"graphHash":"${'0'.repeat(64)}"`),
    ) as Entry;
    const made = framesIn([foreign, ...rest]);
    expect(made[0]?.problem).toMatch(/which this version of magi does not have/);
    expect(made).toHaveLength(entries.length);
  });
});

/** Two scanners, one of which has to be asked twice; three rounds, two attempts. */
async function aLongRun(): Promise<readonly Entry[]> {
  const panel = [aScanner('core', { retries: 1 }), aScanner('style')];
  const script: Script = {
    ground: ({ round }) => ({
      candidate: aCandidate({ head: `head${round}` }),
      panel,
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ round, attempt, scanner, candidate }) => {
      if (scanner.id === 'core' && attempt === 1 && round === 1) throw new Error('try again');
      return aCompletedReview(scanner, candidate, round < 3 ? [`${scanner.id}_is_fine`] : []);
    },
  };
  const played = await playRun(
    script,
    {},
    {
      meanwhile: async (_handle, clock) => {
        await quiet(60);
        clock.advance(1000);
      },
    },
  );
  return played.entries;
}

function framesOf(log: readonly Entry[]): readonly PackedFrame[] {
  const maker = createPackedFrameMaker({ describe: inWords });
  return log.map((entry) => JSON.parse(JSON.stringify(maker.next(entry))) as PackedFrame);
}

function framesIn(log: readonly Entry[]): readonly Frame[] {
  const maker = createFrameMaker({ describe: inWords });
  return log.map((entry) => maker.next(entry));
}

function reelOf(packed: readonly PackedFrame[]) {
  const reel = createReel();
  reel.add(packed);
  return reel;
}

function inWords({ in: input, note }: Entry) {
  return { type: input?.type ?? note?.type ?? '', actor: '', text: 'says something' };
}
