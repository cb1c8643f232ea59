import persona from '../../../personas/core.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { containsNoLogicSlips } from './contains-no-logic-slips.ts';
import { handlesAsyncCorrectly } from './handles-async-correctly.ts';
import { leavesNoDebris } from './leaves-no-debris.ts';
import { parsesCleanly } from './parses-cleanly.ts';

/** Sound engineering: it parses, compiles, keeps borders and idioms. */
export const core: BuiltinScanner = {
  id: 'core',
  persona,
  when: 'always',
  checks: [parsesCleanly, handlesAsyncCorrectly, containsNoLogicSlips, leavesNoDebris],
};
