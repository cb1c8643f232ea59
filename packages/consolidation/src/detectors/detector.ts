import type { DetectorConfig } from '@magi/contracts';
import type { RoundView } from './round-view.ts';

/** What a detector saw, before the protocol's action is put on it. */
export type Sighting = {
  readonly message: string;
  /** Sentences that a person can check against the log. */
  readonly evidence: readonly string[];
  /** Check ids or constraint keys concerned. */
  readonly keys: readonly string[];
};

/**
 * A pure function of the comparable rounds, newest last, and of its setting in the protocol.
 * `views` is never empty.
 */
export type Detector = (
  views: readonly RoundView[],
  config: Pick<DetectorConfig, 'limit' | 'on'>,
) => Sighting | null;
