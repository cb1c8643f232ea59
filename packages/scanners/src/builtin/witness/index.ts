import persona from '../../../personas/witness.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';

/** Nothing is accepted that is not shown. */
export const witness: BuiltinScanner = {
  id: 'witness',
  persona,
  when: 'by-protocol',
  checks: [],
};
