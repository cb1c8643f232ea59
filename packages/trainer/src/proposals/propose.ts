import { sha256 } from '@magi/consolidation';
import { byText } from '@magi/contracts';
import {
  type ReplayTally,
  startTally,
  tallyRun,
  weighTally,
} from '../counterfactual/replay-edit.ts';
import type { Label } from '../labels/label.ts';
import { labelRuns } from '../labels/label-runs.ts';
import { digestRun, type RunDigest } from '../run-digest.ts';
import { type Scorecard, scorecardsOf } from '../scorecards/scorecard.ts';
import type { TrainingRun } from '../training-run.ts';
import { judgeScorecard } from './judge-scorecard.ts';
import { proposePromotions } from './promote.ts';
import type { ChecklistEdit, Draft, Proposal } from './proposal.ts';
import { proposeReRoutes } from './re-route.ts';

/** Share of runs, by time, that proposals are learnt from; the rest judges them. */
const LEARN_SHARE = 0.7;

/** Reads the runs from the start; called once for each pass, so that no pass keeps them all. */
export type RunReader = () => Iterable<TrainingRun> | AsyncIterable<TrainingRun>;

/** What the record says, and what follows from it. */
export interface Study {
  readonly runs: number;
  readonly labels: readonly Label[];
  readonly scorecards: readonly Scorecard[];
  readonly proposals: readonly Proposal[];
}

/**
 * Studies the record: scorecards over all trusted runs, and proposed changes of the checklists, each
 * with its evidence and its counterfactual.
 *
 * For proposals runs are split by time: what is proposed rests on the older ones, what is said about
 * its effect on the newer ones. Below the evidence bars nothing is proposed, whatever the estimate.
 */
export async function studyRuns(read: RunReader): Promise<Study> {
  const digests = await digestsOf(read);
  const labels = labelRuns(digests);
  const { older, newer } = splitByTime(digests);
  const drafts = draftChanges(older);
  const tallies = await tally(read, drafts, newer);
  const proposals = drafts
    .map((draft, index) => ({
      ...draft,
      id: proposalId(draft.edit),
      counterfactual: weighTally(tallies[index] ?? startTally(draft.edit)),
    }))
    .sort((a, b) => byText(a.id, b.id));
  return { runs: digests.length, labels, scorecards: scorecardsOf(labels), proposals };
}

/** The same edit always has the same id. */
export function proposalId(edit: ChecklistEdit): string {
  const subject = edit.kind === 'split' ? edit.persona : edit.check;
  const name = subject.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
  return `${edit.kind.replace('_', '-')}-${name}-${sha256(JSON.stringify(edit)).slice(0, 8)}`;
}

async function digestsOf(read: RunReader): Promise<readonly RunDigest[]> {
  const digests: RunDigest[] = [];
  for await (const run of read()) if (run.trusted) digests.push(digestRun(run));
  return digests.sort((a, b) => byText(a.at, b.at) || byText(a.run, b.run));
}

function splitByTime(digests: readonly RunDigest[]): {
  readonly older: readonly RunDigest[];
  readonly newer: readonly RunDigest[];
} {
  const cut = Math.floor(digests.length * LEARN_SHARE);
  return { older: digests.slice(0, cut), newer: digests.slice(cut) };
}

function draftChanges(older: readonly RunDigest[]): readonly Draft[] {
  const labels = labelRuns(older);
  const routed = proposeReRoutes(labels);
  // Where a check is useful in some files, sending it there says more than weakening it everywhere.
  const isRouted = (check: string): boolean =>
    routed.some(({ edit }) => edit.kind === 're_route' && edit.check === check);
  return [
    ...scorecardsOf(labels)
      .filter(({ check }) => !isRouted(check))
      .flatMap(judgeScorecard),
    ...routed,
    ...proposePromotions(older),
  ];
}

async function tally(
  read: RunReader,
  drafts: readonly Draft[],
  newer: readonly RunDigest[],
): Promise<readonly ReplayTally[]> {
  const tallies = drafts.map(({ edit }) => startTally(edit));
  if (drafts.length === 0) return tallies;
  const isNewer = new Set(newer.map(({ run }) => run));
  const labels = new Map(
    labelRuns(newer).map((label) => [labelKey(label.run, label.check), label]),
  );
  for await (const run of read()) {
    if (!isNewer.has(run.run)) continue;
    for (const each of tallies)
      tallyRun(each, run, (check) => labels.get(labelKey(run.run, check)));
  }
  return tallies;
}

function labelKey(run: string, check: string): string {
  return `${run}\0${check}`;
}
