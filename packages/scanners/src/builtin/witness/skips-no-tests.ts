import type { BuiltinCheck } from '../check.ts';

/** Tests that are left switched off, or that switch the others off. */
export const skipsNoTests: BuiltinCheck = {
  id: 'skips_no_tests',
  about: (source) => source.head !== null && source.isTest && /^[jt]sx?$/.test(source.language),
  lint: {
    'vitest/no-focused-tests': { severity: 'critical' },
    'vitest/no-disabled-tests': { severity: 'warning' },
    'vitest/no-commented-out-tests': { severity: 'warning' },
  },
};
