import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../cli.ts';
import { grade } from './grade.ts';
import type { Scenario } from './scenario.ts';
import { faultScenarios } from './scenarios/faults.ts';
import { loopScenarios } from './scenarios/loop.ts';
import { publicationScenarios } from './scenarios/publication.ts';
import { recoveryScenarios } from './scenarios/recovery.ts';
import { reviewerScenarios } from './scenarios/reviewers.ts';

/*
 * The 21 scenarios of the corpus of seed 002 and the 12 faults that were measured in its published
 * program, against real repositories and bare remotes, through the built command line. What counts
 * is what git shows afterwards; see grade.ts.
 */
const scenarios: readonly Scenario[] = [
  ...loopScenarios,
  ...reviewerScenarios,
  ...recoveryScenarios,
  ...publicationScenarios,
  ...faultScenarios,
];
const passed = new Set<string>();

beforeAll(ensureBuilt, 120_000);
afterAll(() => void process.stdout.write(`corpus: ${passed.size}/${scenarios.length}\n`));

describe.concurrent('the corpus', { timeout: 300_000 }, () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (name, scenario) => {
      expect((await grade(scenario)).differences).toEqual([]);
      passed.add(name);
    },
  );
});

describe('the grader', { timeout: 120_000 }, () => {
  const oneFix = scenarios.find(({ name }) => name === 'one fix');
  if (oneFix === undefined) throw new Error('the scenario "one fix" is gone');

  it('has all scenarios, each under a name of its own', () => {
    expect([scenarios.length, new Set(scenarios.map(({ name }) => name)).size]).toEqual([33, 33]);
  });

  it('rejects a run that says it converged and did nothing', async () => {
    const saidSo = JSON.stringify({ outcome: 'converged', reason: 'accepted' });
    const { differences } = await grade(oneFix, (ground) => ({
      ...ground,
      magi: async () => ({ code: 0, signal: null, stdout: saidSo, stderr: '' }),
    }));
    expect(differences).toEqual([
      'commits: expected 1, found 0',
      'isFirstReviewOfStart: expected true, found false',
      'isLastReviewOfTip: expected true, found false',
      'marker: expected "fixed", found "broken"',
      'reviewers: expected 2, found 0',
    ]);
  });

  it('rejects a real run whose commit is gone from the branch afterwards', async () => {
    const { differences } = await grade(oneFix, (ground) => ({
      ...ground,
      magi: async (args) => {
        const result = await ground.magi(args);
        ground.repository.git('reset', '-q', '--hard', ground.head);
        return result;
      },
    }));
    expect(differences).toEqual([
      'commits: expected 1, found 0',
      'isLastReviewOfTip: expected true, found false',
      'marker: expected "fixed", found "broken"',
    ]);
  });
});
