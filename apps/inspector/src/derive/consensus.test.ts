import { type RunContext, replay } from '@magi/engine/replay';
import {
  aCandidate,
  aChangedFile,
  aCompletedReview,
  aProtocol,
  aScanner,
  playRun,
} from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { consensusOf } from './consensus.ts';
import { lifeLines } from './life-lines.ts';

const panel = [aScanner('core'), aScanner('style')];
const files = [aChangedFile('src/core.ts'), aChangedFile('src/style.ts')];

describe('the consensus matrix', () => {
  it('has what every scanner said and what was made of it, round by round', async () => {
    const { rounds, rows } = consensusOf(await aRun({ core: [1, 2], style: [] }));
    expect(rounds.map(({ round, verdict, attempt }) => [round, verdict, attempt])).toEqual([
      [1, 'REJECT', 'attempt 1: committed'],
      [2, 'REJECT', 'attempt 2: committed'],
      [3, 'ACCEPT', null],
    ]);
    const core = rows.find(({ check }) => check === 'core_is_fine');
    expect(core?.cells.map(({ merged, voices }) => [merged, voices])).toEqual([
      ['false', { core: 'false' }],
      ['false', { core: 'false' }],
      ['true', { core: 'true' }],
    ]);
  });

  it('begins with the checks that were false at any time', async () => {
    const { rows } = consensusOf(await aRun({ core: [], style: [2] }));
    expect(rows.map(({ check }) => check)).toEqual(['core_is_fine', 'style_is_fine']);
    const loop = consensusOf(await aRun({ core: [], style: [1] }));
    expect(loop.rows.map(({ check }) => check)).toEqual(['style_is_fine', 'core_is_fine']);
  });

  it('marks and counts every change of a merged value', async () => {
    const { rows } = consensusOf(await aRun({ core: [1, 3], style: [1, 2, 3] }));
    const core = rows.find(({ check }) => check === 'core_is_fine');
    expect(core?.cells.map(({ isToggle }) => isToggle)).toEqual([false, true, true, true]);
    expect(core?.toggles).toBe(3);
    expect(rows.find(({ check }) => check === 'style_is_fine')?.toggles).toBe(1);
  });

  it('has the open round with the reviews that have come in', async () => {
    const context = await aRun({ core: [], style: [] });
    const open = { ...context, round: 2, reviews: context.reviews.slice(0, 1) };
    const { rounds, rows } = consensusOf(open);
    expect(rounds.at(-1)).toMatchObject({ round: 2, verdict: null, scanners: ['core', 'style'] });
    expect(
      rows.map(({ check, cells }) => [check, cells.at(-1)?.merged, cells.at(-1)?.voices]),
    ).toEqual([
      ['core_is_fine', null, { core: 'true' }],
      ['style_is_fine', null, {}],
    ]);
  });
});

describe('a life line', () => {
  it('tells when a finding was raised, was gone, and came back', async () => {
    const { history } = await aRun({ core: [1, 2, 4], style: [3] });
    const [line] = lifeLines(history);
    expect(line?.finding.check).toBe('core_is_fine');
    expect(line?.events).toEqual(['raised', 'open', 'fixed', 'back', 'fixed']);
    expect(line?.standing).toBe('gone since round 5');
  });

  it('begins in the round that raised it', async () => {
    const { history } = await aRun({ core: [1, 2], style: [2] });
    const lines = lifeLines(history).map(({ finding, events }) => [finding.check, events]);
    expect(lines).toContainEqual(['style_is_fine', ['absent', 'raised', 'fixed']]);
  });
});

/** Context at the end of a loop in which checks are false in the rounds given. */
async function aRun(falseIn: Readonly<Record<string, readonly number[]>>): Promise<RunContext> {
  const { entries } = await playRun(
    {
      ground: ({ round }) => ({
        candidate: aCandidate({ head: `head${round}`, files }),
        panel,
        configHash: '0'.repeat(64),
        dispositions: [],
      }),
      scan: ({ round, scanner, candidate }) => {
        const isFalse = falseIn[scanner.id]?.includes(round) ?? false;
        const failing = isFalse ? [`${scanner.id}_is_fine`] : [];
        const review = aCompletedReview(scanner, candidate, failing);
        // Each scanner complains about a file of its own, or one finding would be made of both.
        const file = `src/${scanner.id}.ts`;
        const findings = review.findings.map((finding) => ({ ...finding, file }));
        return { ...review, findings };
      },
    },
    { protocol: aProtocol({ budget: { reviews: 9, attemptSpends: 'start' } }) },
  );
  return replay(entries).view.context;
}
