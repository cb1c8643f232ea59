import persona from '../../../personas/core.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { checkIdioms } from './check-idioms.ts';
import { checkModularity } from './check-modularity.ts';
import { checkPatterns } from './check-patterns.ts';
import { containsNoLogicSlips } from './contains-no-logic-slips.ts';
import { declaresPublicChanges } from './declares-public-changes.ts';
import { handlesAsyncCorrectly } from './handles-async-correctly.ts';
import { leavesNoDebris } from './leaves-no-debris.ts';
import { parsesCleanly } from './parses-cleanly.ts';
import { passesTypeCheck } from './passes-type-check.ts';

/** Sound engineering: it parses, compiles, keeps borders and idioms. */
export const core: BuiltinScanner = {
  id: 'core',
  persona,
  when: 'always',
  checks: [
    parsesCleanly,
    passesTypeCheck,
    checkModularity,
    checkIdioms,
    checkPatterns,
    handlesAsyncCorrectly,
    containsNoLogicSlips,
    leavesNoDebris,
    declaresPublicChanges,
  ],
};
