import { groupBy } from '@magi/consolidation';
import { byText } from '@magi/contracts';
import type { DigestFinding, DigestRound, RunDigest } from '../run-digest.ts';
import type { Label, LabelValue } from './label.ts';

/**
 * Labels every check of every run from recorded events alone.
 *
 * Runs of one change are read as one history: a check that was false at the end of one run and true
 * in the next counts as fixed when the change in between touched the place. Untrusted runs give no
 * label and take no part in another run's.
 */
export function labelRuns(runs: readonly RunDigest[]): readonly Label[] {
  const trusted = runs.filter((run) => run.trusted && run.rounds.length > 0);
  return [...groupBy(trusted, ({ change }) => change).values()].flatMap((ofChange) => {
    const ordered = [...ofChange].sort((a, b) => byText(a.at, b.at) || byText(a.run, b.run));
    return ordered.flatMap((run, index) => labelRun(run, ordered[index + 1]?.rounds[0]));
  });
}

function labelRun(run: RunDigest, next: DigestRound | undefined): readonly Label[] {
  const checks = new Set(run.rounds.flatMap(({ values }) => [...values.keys()]));
  return [...checks].sort().map((check) => labelCheck(check, run, next));
}

function labelCheck(check: string, run: RunDigest, next: DigestRound | undefined): Label {
  const pairs = neighbours([...run.rounds, ...(next ? [next] : [])], check);
  const quiet = pairs.filter(({ isRelevant }) => !isRelevant);
  const own = run.rounds.flatMap(({ values }) => values.get(check) ?? []);
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
    value: outcomeOf(run, own, findings, { isFixed, flips }),
    evaluated: own.length,
    failed: own.filter((value) => value === 'false').length,
    quietPairs: quiet.length,
    flips,
    disagreements: run.rounds.filter(({ disagreements }) => disagreements.includes(check)).length,
    caughtBlocker: isFixed && findings.some(({ severity }) => severity === 'critical'),
    files: [...new Set(findings.map(({ file }) => file))].sort(),
    ...(run.costs.get(check) ?? { costUsd: 0, costMs: 0 }),
  };
}

function outcomeOf(
  run: RunDigest,
  own: readonly string[],
  findings: readonly DigestFinding[],
  { isFixed, flips }: { readonly isFixed: boolean; readonly flips: number },
): LabelValue {
  if (!own.includes('false')) return flips > 0 ? 'flipped' : 'passed';
  if (isFixed) return 'fixed';
  if (flips > 0) return 'flipped';
  if (findings.some(({ fingerprint }) => run.dismissed.has(fingerprint))) return 'dismissed';
  return run.wasAccepted && own.at(-1) === 'false' ? 'overridden' : 'unresolved';
}

interface Neighbours {
  readonly before: string;
  readonly after: string;
  /** True when what lies between the rounds touched a file the check was concerned with. */
  readonly isRelevant: boolean;
}

function neighbours(rounds: readonly DigestRound[], check: string): readonly Neighbours[] {
  return rounds.slice(1).flatMap((after, index) => {
    const before = rounds[index];
    const values = [before?.values.get(check), after.values.get(check)] as const;
    if (!before || !values[0] || !values[1]) return [];
    return [{ before: values[0], after: values[1], isRelevant: isRelevant(before, after, check) }];
  });
}

function isRelevant(before: DigestRound, after: DigestRound, check: string): boolean {
  if (before.tree === after.tree) return false;
  const places = [...findingsOf(before, check), ...findingsOf(after, check)];
  // A check without a place (it passed on both sides) is concerned with every file of the change.
  return (
    places.length === 0 ||
    places.some(({ file }) => before.content.get(file) !== after.content.get(file))
  );
}

function findingsOf({ findings }: DigestRound, check: string): readonly DigestFinding[] {
  return findings.filter((finding) => finding.check === check);
}
