import type { BuiltinCheck } from '../check.ts';

/** Queries, paths, addresses and documents made of input. */
export const checkInputHandling: BuiltinCheck = {
  id: 'check_input_handling',
  taint: true,
  python: {
    S608: { severity: 'critical' },
    S301: { severity: 'warning' },
    S310: { severity: 'warning' },
    S314: { severity: 'warning' },
    S318: { severity: 'warning' },
    S506: { severity: 'critical' },
  },
};
