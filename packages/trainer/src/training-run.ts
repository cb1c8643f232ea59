import type {
  Candidate,
  Decision,
  Disposition,
  Protocol,
  Review,
  RoundRecord,
  ScannerSpec,
} from '@magi/contracts';

/** One round of a recorded run, with all that is needed to consolidate it again. */
export interface TrainingRound extends RoundRecord {
  readonly candidate: Candidate;
  readonly panel: readonly ScannerSpec[];
  readonly reviews: readonly Review[];
}

/**
 * A recorded run as the trainer reads it: everything comes from the run's log.
 *
 * `change` names what was reviewed over several runs (a branch, a pull request); `author` who made
 * it. A run is `trusted` unless somebody marked it otherwise: an untrusted run never trains.
 */
export interface TrainingRun {
  readonly run: string;
  /** ISO instant of the first entry. */
  readonly at: string;
  readonly change: string;
  readonly author: string;
  readonly trusted: boolean;
  readonly protocol: Protocol;
  readonly requireAll: boolean;
  readonly rounds: readonly TrainingRound[];
  readonly decisions: readonly Decision[];
  /** Dispositions that people made, in any run, as they stood at the end of this one. */
  readonly dispositions: readonly Disposition[];
  /** What people said of its findings later: labels learn from it, the run itself never knew. */
  readonly saidLater?: readonly Disposition[];
}
