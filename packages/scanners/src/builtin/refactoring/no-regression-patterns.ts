import type { BuiltinCheck } from '../check.ts';
import { suppressionHits } from '../suppressions.ts';
import { loweredThresholds } from './lowered-thresholds.ts';
import { testDelayRules } from './test-delays.ts';

/** Ways to make a failing check quiet. */
export const noRegressionPatterns: BuiltinCheck = {
  id: 'no_regression_patterns',
  about: (source) => source.head !== null && source.limit === null,
  lint: { 'vitest/no-conditional-expect': { severity: 'warning' } },
  script: testDelayRules,
  change: (change) => ({
    hits: [...loweredThresholds(change), ...suppressionHits(change, 'all')],
  }),
};
