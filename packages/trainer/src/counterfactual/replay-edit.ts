import { consolidate } from '@magi/consolidation';
import type { Consolidation } from '@magi/contracts';
import type { Label } from '../labels/label.ts';
import type { ChecklistEdit } from '../proposals/proposal.ts';
import { clusterBootstrap } from '../statistics/bootstrap.ts';
import { mcnemarExact } from '../statistics/exact-tests.ts';
import type { TrainingRun } from '../training-run.ts';
import type { Counterfactual } from './counterfactual.ts';
import { editRound } from './edit-round.ts';

const SEED = 20_031;

/**
 * Consolidates recorded runs again under an edited checklist.
 *
 * Whether a changed verdict is better is read off the labels: a rejection that goes away is better
 * when what the check raised was dismissed, overridden or flipped, worse when it was fixed; a new
 * rejection is better when what it rests on was fixed. Anything else stays undecided.
 */
export function replayEdit(
  runs: readonly TrainingRun[],
  edit: ChecklistEdit,
  labels: readonly Label[],
): Counterfactual {
  const judged = runs.map((run) => ({ run, ...divergenceOf(run, edit) }));
  const changed = judged.filter(({ round }) => round !== null);
  const verdicts = changed.map(({ run, from, to }) => judge(run, edit, { from, to }, labels));
  const [better, worse] = [count(verdicts, 'better'), count(verdicts, 'worse')];
  return {
    runs: runs.length,
    changed: changed.length,
    better,
    worse,
    undecided: verdicts.length - better - worse,
    unknownRounds: changed.reduce(
      (sum, { run, round }) => sum + run.rounds.length - ((round ?? 0) + 1),
      0,
    ),
    p: mcnemarExact(better, worse),
    rejectionChange: clusterBootstrap(
      byChange(judged),
      (pool) =>
        mean(pool.map(({ from, to }) => Number(to === 'REJECT') - Number(from === 'REJECT'))),
      { seed: SEED, draws: 1_000 },
    ),
    unknown: unknowns(edit),
  };
}

interface Divergence {
  /** Index of the first round whose verdict differs; null when none does. */
  readonly round: number | null;
  readonly from: Consolidation['verdict'] | null;
  readonly to: Consolidation['verdict'] | null;
}

function divergenceOf(run: TrainingRun, edit: ChecklistEdit): Divergence {
  for (const [index, round] of run.rounds.entries()) {
    const from = round.consolidation.verdict;
    const { verdict: to } = consolidate({
      ...editRound(round, edit),
      round: round.round,
      candidate: round.candidate,
      protocol: run.protocol,
      requireAll: run.requireAll,
      dispositions: run.dispositions,
      history: run.rounds.slice(0, index),
    });
    if (from !== to) return { round: index, from, to };
  }
  const last = run.rounds.at(-1)?.consolidation.verdict ?? null;
  return { round: null, from: last, to: last };
}

type Judgement = 'better' | 'worse' | 'undecided';

function judge(
  run: TrainingRun,
  edit: ChecklistEdit,
  { from, to }: Pick<Divergence, 'from' | 'to'>,
  labels: readonly Label[],
): Judgement {
  if (edit.kind === 'reword' || edit.kind === 'split') return 'undecided';
  if (edit.kind === 'promote') return to === 'REJECT' ? 'undecided' : 'worse';
  const label = labels.find(({ run: id, check }) => id === run.run && check === edit.check);
  const wasUseful = label?.value === 'fixed';
  const wasNoise =
    label !== undefined && ['dismissed', 'overridden', 'flipped'].includes(label.value);
  if (from !== 'REJECT') return 'undecided';
  if (wasUseful) return 'worse';
  return wasNoise ? 'better' : 'undecided';
}

function unknowns(edit: ChecklistEdit): readonly string[] {
  switch (edit.kind) {
    case 'reword':
      return ['how a scanner would answer other words'];
    case 'promote':
      return ['how often a scanner that is asked for it finds it where none reported it'];
    case 'split':
      return ['whether two shorter checklists are answered differently from one long one'];
    default:
      return [];
  }
}

function byChange<Row extends { readonly run: TrainingRun }>(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.run.change, [...(groups.get(row.run.change) ?? []), row]);
  return [...groups.values()];
}

function count(values: readonly Judgement[], wanted: Judgement): number {
  return values.filter((value) => value === wanted).length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
