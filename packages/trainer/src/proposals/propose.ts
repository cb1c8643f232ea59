import { sha256 } from '@magi/consolidation';
import { replayEdit } from '../counterfactual/replay-edit.ts';
import type { Label } from '../labels/label.ts';
import { labelRuns } from '../labels/label-runs.ts';
import { type Scorecard, scorecardsOf } from '../scorecards/scorecard.ts';
import type { TrainingRun } from '../training-run.ts';
import { judgeScorecard } from './judge-scorecard.ts';
import { proposePromotions } from './promote.ts';
import type { ChecklistEdit, Draft, Proposal } from './proposal.ts';
import { proposeReRoutes } from './re-route.ts';

/** Share of runs, by time, that proposals are learnt from; the rest judges them. */
const LEARN_SHARE = 0.7;

/**
 * Proposes changes of the checklists, each with its evidence and its counterfactual.
 *
 * Runs are split by time: what is proposed rests on the older ones, what is said about its effect
 * on the newer ones. Below the evidence bars nothing is proposed, whatever the estimate says.
 */
export function proposeChanges(runs: readonly TrainingRun[]): readonly Proposal[] {
  const trusted = runs
    .filter(({ trusted }) => trusted)
    .sort((a, b) => a.at.localeCompare(b.at) || a.run.localeCompare(b.run));
  const cut = Math.floor(trusted.length * LEARN_SHARE);
  const [older, newer] = [trusted.slice(0, cut), trusted.slice(cut)];
  const labels = labelRuns(older);
  const routed = proposeReRoutes(labels);
  // Where a check is useful in some files, sending it there says more than weakening it everywhere.
  const isRouted = (check: string): boolean =>
    routed.some(({ edit }) => edit.kind === 're_route' && edit.check === check);
  const drafts = [
    ...scorecardsOf(labels)
      .filter(({ check }) => !isRouted(check))
      .flatMap(judgeScorecard),
    ...routed,
    ...proposePromotions(older),
  ];
  const newerLabels = labelRuns(newer);
  return drafts
    .map((draft) => complete(draft, newer, newerLabels))
    .sort((a, b) => compare(a.id, b.id));
}

/** Scorecards over all trusted runs, for the report. */
export function reportOn(runs: readonly TrainingRun[]): readonly Scorecard[] {
  return scorecardsOf(labelRuns(runs));
}

/** The same edit always has the same id. */
export function proposalId(edit: ChecklistEdit): string {
  const subject = edit.kind === 'split' ? edit.persona : edit.check;
  const name = subject.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
  return `${edit.kind.replace('_', '-')}-${name}-${sha256(JSON.stringify(edit)).slice(0, 8)}`;
}

function complete(draft: Draft, newer: readonly TrainingRun[], labels: readonly Label[]): Proposal {
  return {
    ...draft,
    id: proposalId(draft.edit),
    counterfactual: replayEdit(newer, draft.edit, labels),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
