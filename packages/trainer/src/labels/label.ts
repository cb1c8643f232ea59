/**
 * What became of one check in one run.
 *
 * - `passed`: evaluated, never false.
 * - `fixed`: false, then true after a change that touched the place.
 * - `dismissed`: its findings were declined, refuted or accepted as a risk by somebody, with a reason.
 * - `overridden`: a person accepted the run while it was false.
 * - `flipped`: its value changed although nothing relevant did: noise.
 * - `unresolved`: false to the end, and nobody said a word. Silence is no label.
 */
export type LabelValue = 'passed' | 'fixed' | 'dismissed' | 'overridden' | 'flipped' | 'unresolved';

export interface Label {
  readonly check: string;
  readonly run: string;
  readonly at: string;
  readonly change: string;
  readonly author: string;
  readonly value: LabelValue;
  /** Rounds in which the check was evaluated, and in which it was false. */
  readonly evaluated: number;
  readonly failed: number;
  /** Neighbouring rounds without a relevant change, and how many of them changed the value. */
  readonly quietPairs: number;
  readonly flips: number;
  /** Rounds in which scanners contradicted each other. */
  readonly disagreements: number;
  /** True when a critical finding of this check was fixed in this run. */
  readonly caughtBlocker: boolean;
  /** Files its findings lie in. */
  readonly files: readonly string[];
  /** Share of the run's measured cost that fell to scanners owning the check. */
  readonly costUsd: number;
  readonly costMs: number;
}
