import persona from '../../../personas/critic.json' with { type: 'json' };
import { containsNoLogicSlips } from '../core/contains-no-logic-slips.ts';
import type { BuiltinScanner } from '../scanner.ts';
import { avoidsRaces } from './avoids-races.ts';
import { handlesEdgeInputs } from './handles-edge-inputs.ts';
import { limitsBlastRadius } from './limits-blast-radius.ts';
import { mutatesNoSharedState } from './mutates-no-shared-state.ts';
import { returnsConsistently } from './returns-consistently.ts';
import { validatesBoundaries } from './validates-boundaries.ts';

/** Inputs, timing and callers that make the change wrong. */
export const critic: BuiltinScanner = {
  id: 'critic',
  persona,
  when: 'by-protocol',
  checks: [
    handlesEdgeInputs,
    validatesBoundaries,
    returnsConsistently,
    mutatesNoSharedState,
    avoidsRaces,
    containsNoLogicSlips,
    limitsBlastRadius,
  ],
};
