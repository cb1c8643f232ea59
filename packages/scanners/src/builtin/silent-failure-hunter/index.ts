import persona from '../../../personas/silent-failure-hunter.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';

/** Failures that leave no trace. */
export const silentFailureHunter: BuiltinScanner = {
  id: 'silent-failure-hunter',
  persona,
  when: 'by-protocol',
  checks: [],
};
