import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../cli.ts';
import { grade } from './grade.ts';
import { loopScenarios } from './scenarios/loop.ts';
import { recoveryScenarios } from './scenarios/recovery.ts';
import { reviewerScenarios } from './scenarios/reviewers.ts';

const scenarios = [...loopScenarios, ...reviewerScenarios, ...recoveryScenarios];
const passed = new Set<string>();

beforeAll(ensureBuilt, 120_000);
afterAll(() => {
  process.stdout.write(`corpus: ${passed.size}/${scenarios.length}\n`);
});

describe.concurrent('the corpus of seed 002', { timeout: 180_000 }, () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (name, scenario) => {
      const { differences } = await grade(scenario);
      expect(differences).toEqual([]);
      passed.add(name);
    },
  );
});
