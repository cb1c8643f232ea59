import type { TrainingRound, TrainingRun } from '../training-run.ts';
import type { Label, LabelValue } from './label.ts';
import { shareOfCost } from './share-of-cost.ts';

/**
 * Labels every check of every run from recorded events alone.
 *
 * Runs of one change are read as one history: a check that was false at the end of one run and true
 * in the next counts as fixed when the change in between touched the place. Untrusted runs give no
 * label and take no part in another run's.
 */
export function labelRuns(runs: readonly TrainingRun[]): readonly Label[] {
  const trusted = runs.filter((run) => run.trusted && run.rounds.length > 0);
  return [...groupByChange(trusted).values()].flatMap((ofChange) => {
    const ordered = [...ofChange].sort(
      (a, b) => a.at.localeCompare(b.at) || a.run.localeCompare(b.run),
    );
    return ordered.flatMap((run, index) => labelRun(run, ordered[index + 1]?.rounds[0]));
  });
}

function groupByChange(runs: readonly TrainingRun[]): Map<string, TrainingRun[]> {
  const groups = new Map<string, TrainingRun[]>();
  for (const run of runs) groups.set(run.change, [...(groups.get(run.change) ?? []), run]);
  return groups;
}

function labelRun(run: TrainingRun, next: TrainingRound | undefined): readonly Label[] {
  const checks = new Set(
    run.rounds.flatMap(({ consolidation }) =>
      consolidation.checks.filter(({ value }) => value !== 'not_evaluated').map(({ id }) => id),
    ),
  );
  return [...checks].sort().map((check) => labelCheck(check, run, next));
}

function labelCheck(check: string, run: TrainingRun, next: TrainingRound | undefined): Label {
  const rounds = [...run.rounds, ...(next ? [next] : [])];
  const pairs = neighbours(rounds, check);
  const quiet = pairs.filter(({ isRelevant }) => !isRelevant);
  const own = run.rounds.map((round) => valueIn(round, check));
  const findings = run.rounds.flatMap((round) => findingsOf(round, check));
  const isFixed = pairs.some(
    ({ before, after, isRelevant }) => before === 'false' && after === 'true' && isRelevant,
  );
  const flips = quiet.filter(({ before, after }) => before !== after).length;
  return {
    check,
    run: run.run,
    at: run.at,
    change: run.change,
    author: run.author,
    value: outcomeOf(run, check, own, { isFixed, flips }),
    evaluated: own.filter((value) => value !== 'not_evaluated').length,
    failed: own.filter((value) => value === 'false').length,
    quietPairs: quiet.length,
    flips,
    disagreements: run.rounds.filter(({ consolidation }) =>
      consolidation.disagreements.some((entry) => entry.check === check),
    ).length,
    caughtBlocker: isFixed && findings.some(({ severity }) => severity === 'critical'),
    files: [...new Set(findings.map(({ file }) => file))].sort(),
    ...shareOfCost(run.rounds, check),
  };
}

function outcomeOf(
  run: TrainingRun,
  check: string,
  own: readonly string[],
  { isFixed, flips }: { readonly isFixed: boolean; readonly flips: number },
): LabelValue {
  if (!own.includes('false')) return flips > 0 ? 'flipped' : 'passed';
  if (isFixed) return 'fixed';
  if (flips > 0) return 'flipped';
  const ids = new Set(
    run.rounds.flatMap((round) => findingsOf(round, check)).map(({ fingerprint }) => fingerprint),
  );
  const isDismissed = run.dispositions.some(
    ({ fingerprint, value }) =>
      ids.has(fingerprint) && ['declined', 'refuted', 'accepted_risk'].includes(value),
  );
  if (isDismissed) return 'dismissed';
  const wasAccepted = run.decisions.some(({ option }) => /accept|proceed|override/.test(option));
  return wasAccepted && own.at(-1) === 'false' ? 'overridden' : 'unresolved';
}

interface Neighbours {
  readonly before: string;
  readonly after: string;
  /** True when what lies between the rounds touched a file the check was concerned with. */
  readonly isRelevant: boolean;
}

function neighbours(rounds: readonly TrainingRound[], check: string): readonly Neighbours[] {
  return rounds.slice(1).flatMap((after, index) => {
    const before = rounds[index];
    if (!before) return [];
    const values = [valueIn(before, check), valueIn(after, check)] as const;
    if (values.includes('not_evaluated')) return [];
    return [{ before: values[0], after: values[1], isRelevant: isRelevant(before, after, check) }];
  });
}

function isRelevant(before: TrainingRound, after: TrainingRound, check: string): boolean {
  if (before.consolidation.tree === after.consolidation.tree) return false;
  const places = [...findingsOf(before, check), ...findingsOf(after, check)].map(
    ({ file }) => file,
  );
  const touched = touchedFiles(before, after);
  // A check without a place (it passed on both sides) is concerned with every file of the change.
  return places.length === 0 || places.some((file) => touched.has(file));
}

/** Files whose content differs between two candidates, by blob id. */
function touchedFiles(before: TrainingRound, after: TrainingRound): ReadonlySet<string> {
  const oids = (round: TrainingRound): Map<string, string | null> =>
    new Map(round.candidate.files.map(({ path, newOid }) => [path, newOid]));
  const [old, now] = [oids(before), oids(after)];
  return new Set([...old.keys(), ...now.keys()].filter((path) => old.get(path) !== now.get(path)));
}

function valueIn({ consolidation }: TrainingRound, check: string): string {
  return consolidation.checks.find(({ id }) => id === check)?.value ?? 'not_evaluated';
}

function findingsOf({ consolidation }: TrainingRound, check: string) {
  return [
    ...consolidation.findings,
    ...consolidation.suppressed.map(({ finding }) => finding),
  ].filter((finding) => finding.check === check);
}
