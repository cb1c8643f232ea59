import type { BuiltinCheck } from '../check.ts';

/** Two tests of one suite with the same title. */
export const hasUniqueTestTitles: BuiltinCheck = {
  id: 'has_unique_test_titles',
  about: (source) => source.head !== null && source.isTest && /^[jt]sx?$/.test(source.language),
  lint: { 'vitest/no-identical-title': { severity: 'info' } },
};
