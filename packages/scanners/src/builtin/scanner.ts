import type { PersonaDef, Severity } from '@magi/contracts';
import type { Occasion } from '../panel/routing-file.ts';
import type { BuiltinCheck } from './check.ts';

/** A shipped reviewer: its persona, the checks it can decide, and when it joins a panel. */
export interface BuiltinScanner {
  readonly id: string;
  readonly persona: PersonaDef;
  /** Checks with an analysis; keys of the checklist that are missing here need a model. */
  readonly checks: readonly BuiltinCheck[];
  readonly when: Occasion | 'by-protocol';
  /** Severity at which its checks fail, where a check says nothing else. */
  readonly failAt?: Severity;
}
