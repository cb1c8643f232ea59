import persona from '../../../personas/pedant.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { addsNoUnexplainedSuppressions } from './adds-no-unexplained-suppressions.ts';
import { avoidsUnsafeTypes } from './avoids-unsafe-types.ts';
import { documentsPublicApi } from './documents-public-api.ts';
import { duplicatesNoCode } from './duplicates-no-code.ts';
import { keepsFormattingStable } from './keeps-formatting-stable.ts';
import { keepsFunctionsSmall } from './keeps-functions-small.ts';
import { namesConsistently } from './names-consistently.ts';
import { tracksTodos } from './tracks-todos.ts';
import { updatesDocsWithCode } from './updates-docs-with-code.ts';

/** The standard that the code around already meets. */
export const pedant: BuiltinScanner = {
  id: 'pedant',
  persona,
  when: 'by-protocol',
  checks: [
    addsNoUnexplainedSuppressions,
    avoidsUnsafeTypes,
    keepsFunctionsSmall,
    namesConsistently,
    documentsPublicApi,
    duplicatesNoCode,
    tracksTodos,
    keepsFormattingStable,
    updatesDocsWithCode,
  ],
};
