import type { BuiltinCheck } from '../check.ts';

/** Broken primitives, unverified tokens, predictable randomness. */
export const usesSoundCrypto: BuiltinCheck = {
  id: 'uses_sound_crypto',
  taint: true,
  python: {
    S303: { severity: 'warning' },
    S304: { severity: 'warning' },
    S305: { severity: 'warning' },
    S311: { severity: 'info' },
    S324: { severity: 'warning' },
  },
};
