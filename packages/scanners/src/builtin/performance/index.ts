import persona from '../../../personas/performance.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';

/** Work that grows too fast, blocks others, or is done one by one. */
export const performance: BuiltinScanner = {
  id: 'performance',
  persona,
  when: 'always',
  checks: [],
};
