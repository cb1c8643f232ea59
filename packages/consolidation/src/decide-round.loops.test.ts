import type { Assertion, DetectorName, Protocol, Review, RoundRecord } from '@magi/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fiveProtocols } from './testing/five-protocols.ts';
import { playLoop } from './testing/play-loop.ts';
import { finding, headTree, protocol, review, scanner } from './testing/reviews.ts';

/*
 * Random loops: random panels, answers, failures, coverage, attempts and protocols. Nothing in them
 * makes sense, and still every one ends, and none accepts what must not be accepted.
 */
it('ends every one of 10,000 random loops and accepts only what is whole and clean', () => {
  const endings = new Set<string>();
  fc.assert(
    fc.property(anyProtocol, fc.nat(), (playedBy, seed) => {
      const { decision, history, ended } = play(playedBy, drawsFrom(seed));
      endings.add(`${decision.outcome}/${decision.reason}`);
      return ended && (decision.next !== 'accept' || mayBeAccepted(history));
    }),
    { numRuns: 10_000 },
  );
  // The play is worth something only if the loops end in many ways.
  expect(endings).toContain('converged/accepted');
  expect(endings).toContain('blocked/review_incomplete');
  expect(endings.size).toBeGreaterThan(7);
}, 60_000);

function mayBeAccepted(history: readonly RoundRecord[]): boolean {
  const last = history.at(-1)?.consolidation;
  const objections = [
    ...(last?.checks ?? []).filter(({ value }) => value !== 'true'),
    ...(last?.coverage ?? []).filter(({ state }) => state !== 'seen'),
    ...(last?.findings ?? []).filter(({ gating }) => gating),
    ...(last?.constraints ?? []).filter(({ state }) => state === 'open'),
    ...(last?.incomplete ?? []),
  ];
  return last !== undefined && objections.length === 0;
}

function play(playedBy: Protocol, draw: Draw) {
  return playLoop({
    protocol: playedBy,
    panel: [scanner('core', ['holds', 'stands']), scanner('security', ['holds'])],
    atMost: 60,
    round: () => ({
      reviews: ['core', 'security'].flatMap((id) => randomReview(id, draw)),
      attempt: () => ({
        outcome: draw(5) === 0 ? 'no_change' : 'committed',
        written:
          draw(2) === 0 ? [] : [{ file: 'a.ts', ranges: [{ start: 1 + draw(9), count: 3 }] }],
      }),
    }),
  });
}

/** A number from 0 up to, but not including, the given one. */
type Draw = (below: number) => number;

function drawsFrom(seed: number): Draw {
  let state = seed | 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return ((state >>> 8) & 0xffff) % below;
  };
}

const detectorNames: readonly DetectorName[] = [
  'unchanged',
  'toggle',
  'period',
  'repeat',
  'churn',
  'plateau',
  'superset',
  'attempt_failed',
];
const anyProtocol: fc.Arbitrary<Protocol> = fc.oneof(
  fc.constantFrom(...Object.values(fiveProtocols)),
  fc
    .record({
      names: fc.subarray([...detectorNames]),
      action: fc.constantFrom('escalate' as const, 'stop' as const, 'warn' as const),
      reviews: fc.integer({ min: 1, max: 8 }),
      precedence: fc.constantFrom('accept' as const, 'escalate' as const),
    })
    .map(({ names, action, reviews, precedence }) =>
      protocol({
        detectors: names.map((name) => ({ name, action })),
        budget: { reviews, attemptSpends: 'start' },
        oscillationPrecedence: precedence,
        ratchetFromRound: 2 + (reviews % 3),
      }),
    ),
);

function randomReview(id: string, draw: Draw): Review[] {
  if (draw(60) === 0) return [];
  const owned = id === 'core' ? ['holds', 'stands'] : ['holds'];
  const assertions = owned.flatMap((check): Assertion[] => {
    const value = draw(40);
    if (value === 0) return [];
    if (value === 1) return [{ check, value: 'not_evaluated', kind: 'degraded', reason: 'half' }];
    return [value < 10 ? { check, value: 'false' } : { check, value: 'true' }];
  });
  const findings = Array.from({ length: Math.max(0, draw(6) - 3) }, () =>
    finding({
      rule: `rule-${draw(4)}`,
      line: 1 + draw(12),
      severity: (['critical', 'warning', 'info'] as const)[draw(3)] ?? 'info',
      ...(draw(2) === 0 && { check: owned[draw(owned.length)] ?? 'holds' }),
    }),
  );
  return [
    review(id, {}, findings, {
      assertions,
      status: draw(40) === 0 ? 'failed' : draw(40) === 0 ? 'incomplete' : 'completed',
      tree: draw(60) === 0 ? 'c'.repeat(40) : headTree,
      coverage: draw(30) === 0 ? [] : [{ file: 'a.ts', state: 'seen' }],
      ...(draw(20) === 0 && { claimedVerdict: 'ACCEPT' as const }),
    }),
  ];
}
