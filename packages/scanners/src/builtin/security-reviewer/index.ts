import persona from '../../../personas/security-reviewer.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { security } from '../security/index.ts';

/** The security engine with a lower threshold: parameters of functions count as input. */
export const securityReviewer: BuiltinScanner = {
  id: 'security-reviewer',
  persona,
  when: 'by-protocol',
  failAt: 'info',
  checks: security.checks,
};
