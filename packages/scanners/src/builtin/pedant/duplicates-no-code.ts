import type { BuiltinCheck } from '../check.ts';
import { pastedCode } from '../pasted-code.ts';

/** Code pasted from elsewhere, or twice within the change. */
export const duplicatesNoCode: BuiltinCheck = {
  id: 'duplicates_no_code',
  change: (change) => pastedCode(change, 'anywhere'),
};
