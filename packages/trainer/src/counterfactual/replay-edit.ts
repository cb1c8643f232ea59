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

/** What is known so far about the effect of one edit. */
export interface ReplayTally {
  readonly edit: ChecklistEdit;
  runs: number;
  unknownRounds: number;
  readonly verdicts: Judgement[];
  /** By change: one more rejection is 1, one less is -1. */
  readonly rejections: Map<string, number[]>;
}

/** A tally of no run yet. */
export function startTally(edit: ChecklistEdit): ReplayTally {
  return { edit, runs: 0, unknownRounds: 0, verdicts: [], rejections: new Map() };
}

/**
 * Consolidates one recorded run again under an edited checklist and adds what comes of it.
 *
 * Whether a changed verdict is better is read off the labels: a rejection that goes away is better
 * when what the check raised was dismissed, overridden or flipped, worse when it was fixed.
 * Anything else stays undecided.
 */
export function tallyRun(
  tally: ReplayTally,
  run: TrainingRun,
  labelOf: (check: string) => Label | undefined,
): void {
  const { round, from, to } = divergenceOf(run, tally.edit);
  tally.runs += 1;
  const steps = tally.rejections.get(run.change) ?? [];
  steps.push(Number(to === 'REJECT') - Number(from === 'REJECT'));
  tally.rejections.set(run.change, steps);
  if (round === null) return;
  tally.unknownRounds += run.rounds.length - (round + 1);
  tally.verdicts.push(judge(tally.edit, { from, to }, labelOf));
}

/** Draws the conclusion of a tally: counts, McNemar's exact p, and the bootstrap interval. */
export function weighTally(tally: ReplayTally): Counterfactual {
  const count = (wanted: Judgement): number =>
    tally.verdicts.filter((verdict) => verdict === wanted).length;
  const [better, worse] = [count('better'), count('worse')];
  return {
    runs: tally.runs,
    changed: tally.verdicts.length,
    better,
    worse,
    undecided: count('undecided'),
    unknownRounds: tally.unknownRounds,
    p: mcnemarExact(better, worse),
    rejectionChange: clusterBootstrap([...tally.rejections.values()], { seed: SEED, draws: 1_000 }),
    unknown: unknowns(tally.edit),
  };
}

interface Divergence {
  /** Index of the first round whose verdict differs; null when none does. */
  readonly round: number | null;
  readonly from: Consolidation['verdict'] | null;
  readonly to: Consolidation['verdict'] | null;
}

function divergenceOf(run: TrainingRun, edit: ChecklistEdit): Divergence {
  const last = run.rounds.at(-1)?.consolidation.verdict ?? null;
  if (!concerns(run, edit)) return { round: null, from: last, to: last };
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
  return { round: null, from: last, to: last };
}

/** A check that was true throughout changes no verdict by going, nor an issue nobody reported by coming. */
function concerns(run: TrainingRun, edit: ChecklistEdit): boolean {
  switch (edit.kind) {
    case 'reword':
    case 'split':
      return false;
    case 'promote':
      return run.rounds.some(({ consolidation }) =>
        consolidation.findings.some(
          ({ check, rule }) => check === null && edit.rules.includes(rule),
        ),
      );
    default:
      return run.rounds.some(({ consolidation }) =>
        consolidation.checks.some(({ id, value }) => id === edit.check && value !== 'true'),
      );
  }
}

type Judgement = 'better' | 'worse' | 'undecided';

function judge(
  edit: ChecklistEdit,
  { from, to }: Pick<Divergence, 'from' | 'to'>,
  labelOf: (check: string) => Label | undefined,
): Judgement {
  if (edit.kind === 'reword' || edit.kind === 'split') return 'undecided';
  if (edit.kind === 'promote') return to === 'REJECT' ? 'undecided' : 'worse';
  const value = labelOf(edit.check)?.value;
  if (from !== 'REJECT' || value === undefined) return 'undecided';
  if (value === 'fixed') return 'worse';
  return ['dismissed', 'overridden', 'flipped'].includes(value) ? 'better' : 'undecided';
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
