import persona from '../../../personas/pedant.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';

/** The standard that the code around already meets. */
export const pedant: BuiltinScanner = {
  id: 'pedant',
  persona,
  when: 'by-protocol',
  checks: [],
};
