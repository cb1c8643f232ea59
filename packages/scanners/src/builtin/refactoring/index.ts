import persona from '../../../personas/refactoring.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { accountsForMovedCode } from './accounts-for-moved-code.ts';
import { assertionsPreserved } from './assertions-preserved.ts';
import { commentsAndDocstringsPreserved } from './comments-and-docstrings-preserved.ts';
import { exportedApiPreserved } from './exported-api-preserved.ts';
import { noRegressionPatterns } from './no-regression-patterns.ts';
import { observabilityPreserved } from './observability-preserved.ts';
import { preservesSignatureBehaviour } from './preserves-signature-behaviour.ts';
import { testInventoryComplete } from './test-inventory-complete.ts';

/** Both sides compared: whatever was observable stays observable. */
export const refactoring: BuiltinScanner = {
  id: 'refactoring',
  persona,
  when: 'mostly-moves',
  checks: [
    testInventoryComplete,
    assertionsPreserved,
    exportedApiPreserved,
    commentsAndDocstringsPreserved,
    observabilityPreserved,
    preservesSignatureBehaviour,
    accountsForMovedCode,
    noRegressionPatterns,
  ],
};
