import persona from '../../../personas/refactoring.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';

/** Both sides compared: whatever was observable stays observable. */
export const refactoring: BuiltinScanner = {
  id: 'refactoring',
  persona,
  when: 'asked',
  checks: [],
};
