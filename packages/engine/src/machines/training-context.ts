import type {
  MineOutput,
  RecordedError,
  StudyOutput,
  TerminalResult,
  TrainingInput,
  UpgradeInput,
  UpgradeOutput,
} from '@magi/contracts';
import { nothingSpent } from './run-context.ts';

/**
 * All that a training knows.
 *
 * The members that reviews have too are there and empty, so that every command that reads a run
 * reads a training.
 */
export interface TrainingContext {
  readonly input: TrainingInput;
  readonly mined: MineOutput | null;
  readonly study: StudyOutput | null;
  readonly approval: UpgradeInput | null;
  readonly upgrade: UpgradeOutput | null;
  readonly candidate: null;
  readonly panel: readonly [];
  readonly history: readonly [];
  readonly attempts: readonly [];
  readonly reviews: readonly [];
  readonly decisions: readonly [];
  readonly decision: null;
  readonly question: null;
  readonly spent: typeof nothingSpent;
  readonly costs: Readonly<Record<string, never>>;
  readonly terminal: TerminalResult | null;
}

export type TrainingEvent =
  | { readonly type: 'approval.given'; readonly proposal: string; readonly by: string }
  | { readonly type: 'approval.refused'; readonly reason: string; readonly by: string }
  | { readonly type: 'abort'; readonly reason: string; readonly by: string };

/** The context that a training begins with. */
export function beginTraining(input: TrainingInput): TrainingContext {
  const { revert } = input;
  return {
    input,
    mined: null,
    study: null,
    approval: revert ? { proposal: revert.proposal, by: 'revert', revert: true } : null,
    upgrade: null,
    candidate: null,
    panel: [],
    history: [],
    attempts: [],
    reviews: [],
    decisions: [],
    decision: null,
    question: null,
    spent: nothingSpent,
    costs: {},
    terminal: null,
  };
}

/** Ends a training in which nothing reached the evidence bar. */
export function endWithoutProposal(): Partial<TrainingContext> {
  return end(
    'converged',
    'nothing_proposed',
    'Nothing reaches the bar of evidence yet.',
    'Keep reviewing.',
  );
}

/** Ends a training whose upgrade was written, or taken back. */
export function endUpgraded({ upgrade, approval }: TrainingContext): Partial<TrainingContext> {
  const files = upgrade?.changes.map(({ path }) => path).join(', ') ?? '';
  return approval?.revert
    ? end('converged', 'reverted', `Restored ${files}.`, 'Commit the change by itself.')
    : end(
        'converged',
        'upgraded',
        `Changed ${files}.`,
        'Look at the change and commit it by itself.',
      );
}

/** Ends a training that a person turned down. */
export function endRefused(event: TrainingEvent): Partial<TrainingContext> {
  const why = event.type === 'approval.given' ? 'refused' : event.reason;
  return end(
    'stopped',
    event.type === 'abort' ? 'aborted' : 'refused',
    why,
    'Nothing was changed.',
  );
}

/** Ends a training in which a step failed. */
export function endBroken(step: string, error: RecordedError): Partial<TrainingContext> {
  const reason = error.code?.toLowerCase().replace(/^magi_/, '') ?? `${step}_failed`;
  return end('blocked', reason, error.message, 'Mend the cause and train again.');
}

function end(
  outcome: TerminalResult['outcome'],
  reason: string,
  message: string,
  nextStep: string,
): Partial<TrainingContext> {
  const counts = { reviews: 0, attempts: 0, conflicts: 0 };
  return {
    terminal: { outcome, reason, message, counts, commits: [], unpushed: [], nextStep },
  };
}
