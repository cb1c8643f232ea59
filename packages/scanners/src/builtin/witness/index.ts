import persona from '../../../personas/witness.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { assertsInEveryTest } from './asserts-in-every-test.ts';
import { coversChangedCodeWithTests } from './covers-changed-code-with-tests.ts';
import { hasUniqueTestTitles } from './has-unique-test-titles.ts';
import { keepsSnapshotsReviewable } from './keeps-snapshots-reviewable.ts';
import { skipsNoTests } from './skips-no-tests.ts';
import { verifiesBugFixWithTest } from './verifies-bug-fix-with-test.ts';

/** Nothing is accepted that is not shown. */
export const witness: BuiltinScanner = {
  id: 'witness',
  persona,
  when: 'by-protocol',
  checks: [
    coversChangedCodeWithTests,
    assertsInEveryTest,
    skipsNoTests,
    hasUniqueTestTitles,
    verifiesBugFixWithTest,
    keepsSnapshotsReviewable,
  ],
};
