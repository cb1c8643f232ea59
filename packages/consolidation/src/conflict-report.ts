import type { RoundRecord } from '@magi/contracts';
import { attemptsOf } from './attempts-of.ts';
import { openConstraints } from './constraints.ts';

/**
 * Tells a person why a loop did not end: for every check that is still false, the scanners that say
 * so and their reasons, the scanners that say otherwise, and how it went over the rounds; then every
 * other open problem, and the conflicts that attempts raised.
 *
 * Never empty while something is open, as readers of `conflict_report` (seed 003) demand.
 */
export function conflictReport(history: readonly RoundRecord[]): string[] {
  const last = history.at(-1);
  if (last === undefined) return [];
  const { consolidation } = last;
  const open = openConstraints(consolidation.constraints);
  const checks = open.flatMap(({ key, check }) => (check === key ? [tellCheck(key, history)] : []));
  const others = open.filter(({ key, check }) => check !== key).map(({ text }) => text);
  const conflicts = history
    .flatMap(attemptsOf)
    .flatMap((attempt) =>
      attempt.conflicts.map(
        (conflict) =>
          `Attempt ${attempt.number}: ${conflict.requiredProperty} conflicts with ${conflict.conflictsWith}: ${conflict.why}`,
      ),
    );
  const gaps = consolidation.incomplete.map(
    ({ scanner, status, reason }) => `${scanner} ${status}: ${reason}`,
  );
  return [...checks, ...others, ...conflicts, ...gaps];
}

function tellCheck(id: string, history: readonly RoundRecord[]): string {
  const consolidation = history.at(-1)?.consolidation;
  const check = consolidation?.checks.find((known) => known.id === id);
  const places = (consolidation?.constraints.find(({ key }) => key === id)?.findings ?? []).flatMap(
    (finding) => {
      const found = consolidation?.findings.find((known) => known.id === finding);
      return found === undefined ? [] : [`${found.file}:${found.line} ${found.message}`];
    },
  );
  const against = (check?.voices ?? [])
    .filter(({ value }) => value === 'false')
    .map(({ scanner, reason }) => (reason === undefined ? scanner : `${scanner}: ${reason}`));
  const inFavour = (check?.voices ?? []).filter(({ value }) => value === 'true');
  const parts = [
    `false according to ${against.join('; ')}`,
    ...(inFavour.length > 0
      ? [`true according to ${inFavour.map(({ scanner }) => scanner).join(', ')}`]
      : []),
    ...(places.length > 0 ? [places.join('; ')] : []),
    ...(history.length > 1 ? [`over the rounds: ${course(id, history)}`] : []),
  ];
  return `${id}: ${parts.join('. ')}`;
}

function course(id: string, history: readonly RoundRecord[]): string {
  return history
    .map(({ round, consolidation }) => {
      const value = consolidation.checks.find((check) => check.id === id)?.value ?? 'not asked';
      return `${value.replace('_', ' ')} (${round})`;
    })
    .join(', ');
}
