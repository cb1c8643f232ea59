import type { VoiceValue } from '../derive/consensus.ts';

/** What stands in a cell for what was said, and the same in words. */
export const voiceSigns: Readonly<Record<VoiceValue, readonly [sign: string, word: string]>> = {
  true: ['✓', 'true'],
  false: ['✕', 'false'],
  not_evaluated: ['–', 'not evaluated'],
  missing: ['?', 'missing'],
  failed: ['!', 'scanner failed'],
};
