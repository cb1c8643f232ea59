import type { Entry } from '@magi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { playRun } from '../testing/index.ts';
import { explainStep } from './explain.ts';
import { type TraceStep, traceOf } from './trace.ts';

let entries: readonly Entry[];
let trace: readonly TraceStep[];

beforeAll(async () => {
  ({ entries } = await playRun({}));
  trace = traceOf(entries);
});

describe('the trace', () => {
  it('begins with the actors that the first entry starts', () => {
    expect(stepsAt(0).map(({ actor, event }) => [actor, event])).toEqual([
      ['run', 'xstate.init'],
      ['run/ground#1', 'xstate.init'],
    ]);
  });

  it('follows an answer from the host to the actor that asked and on to its parent', () => {
    const [leaf, run] = stepsAt(2);
    expect(leaf).toMatchObject({
      actor: 'run/ground#1',
      source: 'host',
      event: 'effect.done',
      sent: [{ to: 'run', event: 'xstate.done.actor.ground' }],
    });
    expect(run).toMatchObject({
      actor: 'run',
      source: 'run/ground#1',
      actions: ['takeGround', 'spawnScans'],
      sent: [{ to: 'run/scan.core', event: 'xstate.init' }],
      microsteps: [
        { event: 'xstate.done.actor.ground', from: 'grounding', to: 'placing' },
        { event: '', from: 'placing', to: 'scanning' },
      ],
    });
  });

  it('names the entry actions of an actor that has just begun', () => {
    const step = trace.find(({ actor }) => actor === 'run/consolidation');
    expect(step?.actions).toEqual(['consolidate']);
  });

  it('has no steps for notes', () => {
    expect(entries[1]?.note?.type).toBe('effect.started');
    expect(stepsAt(1)).toEqual([]);
  });

  it('is the same each time', () => {
    expect(traceOf(entries)).toEqual(trace);
  });
});

describe('a rejected event', () => {
  it('comes with the guards that refused it and with what would be accepted', async () => {
    const played = await playRun(
      {},
      {},
      { meanwhile: (handle) => handle.send({ type: 'unheard.of' }, 'test') },
    );
    const rejected = traceOf(played.entries).find(({ event }) => event === 'unheard.of');
    expect(rejected).toMatchObject({ actor: 'run', microsteps: [], actions: [] });
    expect(rejected?.rejected?.accepts).toContain('abort');
  });
});

describe('an explanation', () => {
  it('lists every candidate with the value of its guard, chosen or not', () => {
    const { steps } = explainStep(entries, 2);
    const run = steps.find(({ actor }) => actor === 'run');
    expect(run?.candidates).toEqual([
      {
        transition: 'run.grounding#0',
        event: 'xstate.done.actor.ground',
        targets: ['run.placing'],
        guard: null,
        value: null,
        chosen: true,
      },
    ]);
    expect(run?.followUps[0]?.map(({ guard, value, chosen }) => [guard, value, chosen])).toEqual([
      ['hasDrifted', false, false],
      ['hasNothingToReview', false, false],
      ['hasNobodyToReview', false, false],
      ['startsWithFix', false, false],
      ['validatesFirst', false, false],
      [null, null, true],
    ]);
  });

  it('says nothing about a note but that it is one', () => {
    expect(explainStep(entries, 1)).toMatchObject({ seq: 1, steps: [] });
  });

  it('refuses an entry that there is not', () => {
    expect(() => explainStep(entries, 99)).toThrow(/no entry #99/);
  });
});

function stepsAt(seq: number): readonly TraceStep[] {
  return trace.filter((step) => step.seq === seq);
}
