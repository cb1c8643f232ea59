import persona from '../../../personas/critic.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';

/** Inputs, timing and callers that make the change wrong. */
export const critic: BuiltinScanner = {
  id: 'critic',
  persona,
  when: 'by-protocol',
  checks: [],
};
