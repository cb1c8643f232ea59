import persona from '../../../personas/security.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';

/** Hostile input, secrets, weak protection. */
export const security: BuiltinScanner = {
  id: 'security',
  persona,
  when: 'always',
  checks: [],
};
