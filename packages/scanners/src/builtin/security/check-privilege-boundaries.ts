import type { BuiltinCheck, ChangeAnswer } from '../check.ts';
import { fileModeHits } from './file-modes.ts';
import { packageSourceHits } from './package-sources.ts';
import { privilegeRules } from './privilege-calls.ts';
import { privilegeLines } from './privilege-lines.ts';
import { injectionHits } from './reviewer-injection.ts';

/**
 * Permissions, capabilities, install scripts and package sources that are widened, and text that
 * would widen what a reviewer does.
 */
export const checkPrivilegeBoundaries: BuiltinCheck = {
  id: 'check_privilege_boundaries',
  text: (file) => [...privilegeLines(file), ...injectionHits(file)],
  script: privilegeRules,
  change: async (change): Promise<ChangeAnswer> => ({
    hits: [...fileModeHits(change), ...(await packageSourceHits(change))],
  }),
};
