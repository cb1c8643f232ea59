import type { Entry, Input, Json } from '@magi/contracts';
import { assertStrictJson } from '@magi/event-log';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { runMachine } from '../machines/run.machine.ts';
import { aCandidate, aCompletedReview, aProtocol, aRunInput, aScanner } from '../testing/index.ts';
import { nestedMachine } from '../testing/nested-machine.ts';
import type { AskedEffect } from './deterministic-system.ts';
import { createStage, type Stage } from './stage.ts';

const STEPS = 18;
const systems: readonly (readonly [string, AnyStateMachine, Json, Answer])[] = [
  ['a run', runMachine, aRunInput(flakyLoop()) as never, answerOfRun],
  ['a nested system', nestedMachine, {}, () => 'ok'],
];

describe.each(systems)('E2, E12: %s', (_name, machine, input, answer) => {
  it('is the same after every prefix of any log', () => {
    let prefixes = 0;
    fc.assert(
      fc.property(choices(), (moves) => {
        const { entries, moments } = play(machine, input, answer, moves);
        for (let kept = 1; kept <= entries.length; kept += 1) {
          prefixes += 1;
          expect(momentOf(replayed(machine, entries.slice(0, kept)))).toEqual(moments[kept - 1]);
        }
      }),
      { numRuns: 34, seed: 20260101 },
    );
    expect(prefixes).toBeGreaterThanOrEqual(250);
  }, 30_000);

  it('holds nothing but strict JSON', () => {
    fc.assert(
      fc.property(choices(), (moves) => {
        const { stage } = play(machine, input, answer, moves);
        assertStrictJson(JSON.parse(JSON.stringify(stage.state())));
        assertStrictJson(stage.state(), 'state');
      }),
      { numRuns: 10, seed: 7 },
    );
  });
});

type Answer = (asked: AskedEffect, luck: number) => unknown;

interface Move {
  readonly luck: number;
  readonly pick: number;
  readonly pauseMs: number;
}

function choices() {
  const move = fc.record({
    luck: fc.nat(99),
    pick: fc.nat(99),
    pauseMs: fc.nat(400),
  });
  return fc.array(move, { minLength: STEPS, maxLength: STEPS });
}

/** Drives a system by chance: answers, failures, timers, events from outside. */
function play(machine: AnyStateMachine, input: Json, answer: Answer, moves: readonly Move[]) {
  const stage = createStage(machine, { run: 'r' });
  const entries: Entry[] = [];
  const moments: unknown[] = [];
  let nowMs = Date.UTC(2026, 0, 1);
  const add = (next: Input): void => {
    for (const entry of stage.add({ in: next }, nowMs)) {
      entries.push(JSON.parse(JSON.stringify(entry)) as Entry);
      moments.push(momentOf(stage));
    }
  };
  const identity = { id: machine.id, version: '1', graphHash: '0'.repeat(64) };
  add({ type: 'init', machine: identity, input, magi: 'test' });
  for (const move of moves) {
    if (stage.state().actors.status !== 'active') break;
    nowMs += move.pauseMs;
    const next = chosen(stage, answer, move);
    if ('atMs' in next) nowMs = Math.max(nowMs, next.atMs);
    add(next.input);
  }
  return { stage, entries, moments };
}

function chosen(stage: Stage, answer: Answer, { luck, pick }: Move) {
  const asked = stage.system.asked();
  const timers = stage.system.timers();
  if (luck < 6 || (asked.length === 0 && timers.length === 0)) {
    const type = ['pause', 'go on', 'unheard.of'][pick % 3] ?? '';
    return { input: { type: 'event' as const, event: { type }, by: 'chance' } };
  }
  if (timers.length > 0 && (luck < 30 || asked.length === 0)) {
    const timer = timers[pick % timers.length];
    return { input: { type: 'timer' as const, id: timer?.id ?? '' }, atMs: timer?.dueMs ?? 0 };
  }
  const effect = asked[pick % asked.length] as AskedEffect;
  const error = { name: 'Error', message: 'by chance' };
  if (luck < 50) return { input: { type: 'fail' as const, key: effect.key, error } };
  const output = JSON.parse(JSON.stringify(answer(effect, luck))) as Json;
  return { input: { type: 'done' as const, key: effect.key, output } };
}

function replayed(machine: AnyStateMachine, entries: readonly Entry[]): Stage {
  const stage = createStage(machine, { run: 'r' });
  for (const entry of entries) stage.repeat(entry);
  return stage;
}

function momentOf(stage: Stage): unknown {
  const { pending, timers } = stage.state();
  return { hash: stage.stateHash(), pending, timers };
}

function flakyLoop() {
  return { protocol: aProtocol({ budget: { reviews: 9, attemptSpends: 'start' } }) };
}

function answerOfRun({ kind, input }: AskedEffect, luck: number): unknown {
  const asked = input as never as {
    readonly round: number;
    readonly scanner: ReturnType<typeof aScanner>;
    readonly candidate: ReturnType<typeof aCandidate>;
    readonly commit: string;
  };
  switch (kind) {
    case 'ground':
      return {
        candidate: aCandidate({ head: `head${asked.round}` }),
        panel: ['a', 'b', 'c'].map((id) => aScanner(id, { retries: 2 })),
        configHash: '0'.repeat(64),
        dispositions: [],
      };
    case 'scan':
      return aCompletedReview(
        asked.scanner,
        asked.candidate,
        luck > 70 ? [`${asked.scanner.id}_is_fine`] : [],
      );
    case 'fix':
      return {
        outcome: luck > 90 ? 'no_change' : 'changed',
        fixer: 'chance',
        startedFrom: asked.candidate.head.commit,
        commit: `fix${asked.round}`,
        written: [],
        dispositions: [],
        conflicts: [],
      };
    case 'promote':
      return { outcome: 'promoted', head: asked.commit, tree: `tree-of-${asked.commit}` };
    default:
      return {};
  }
}
