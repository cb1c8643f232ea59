import { isCode } from '../../change/language.ts';
import type { BuiltinCheck } from '../check.ts';
import { suppressionHits } from '../suppressions.ts';

/** Comments that switch a tool off and do not say why. */
export const addsNoUnexplainedSuppressions: BuiltinCheck = {
  id: 'adds_no_unexplained_suppressions',
  about: (source) => source.head !== null && isCode(source.language),
  change: (change) => ({ hits: suppressionHits(change, 'unexplained') }),
};
