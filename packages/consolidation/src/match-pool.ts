import type { Finding } from '@magi/contracts';
import type { MappedLine } from './line-map.ts';

/** What identity needs to know of a finding; every `Finding` will do. */
export type Identifiable = Pick<
  Finding,
  'fingerprint' | 'rule' | 'check' | 'file' | 'line' | 'message' | 'evidence' | 'contentDigest'
> & {
  readonly symbol?: string | undefined;
  readonly endLine?: number | undefined;
  readonly side?: Finding['side'] | undefined;
};

/** An earlier finding and where its line stands in the tree of the later ones. */
export type Earlier = { readonly finding: Identifiable; readonly place: MappedLine | null };

/** Two indices that are one problem, and which step said so. */
export type FindingMatch = {
  readonly previous: number;
  readonly current: number;
  readonly by: 'line' | 'fingerprint' | 'content' | 'edited_line' | 'reworded' | 'moved_file';
};

export type MatchStep = {
  readonly by: FindingMatch['by'];
  /** Only findings with equal keys are compared; null takes part in nothing. */
  readonly previousKey: (earlier: Earlier) => string | null;
  readonly currentKey: (finding: Identifiable) => string | null;
  /** How well two findings fit, higher is better; null when they are not the same problem. */
  readonly fit: (earlier: Earlier, finding: Identifiable) => number | null;
};

/** Applies the steps one after another, each to the findings that are still without a partner. */
export function matchInSteps(
  previous: readonly Earlier[],
  current: readonly Identifiable[],
  steps: readonly MatchStep[],
): readonly FindingMatch[] {
  const matches: FindingMatch[] = [];
  let freePrevious = previous.map((_, index) => index);
  let freeCurrent = current.map((_, index) => index);
  for (const step of steps) {
    const found = pairs(step, previous, current, freePrevious, freeCurrent);
    matches.push(...found);
    const takenPrevious = new Set(found.map((match) => match.previous));
    const takenCurrent = new Set(found.map((match) => match.current));
    freePrevious = freePrevious.filter((index) => !takenPrevious.has(index));
    freeCurrent = freeCurrent.filter((index) => !takenCurrent.has(index));
  }
  return matches.sort((a, b) => a.previous - b.previous);
}

function pairs(
  step: MatchStep,
  previous: readonly Earlier[],
  current: readonly Identifiable[],
  freePrevious: readonly number[],
  freeCurrent: readonly number[],
): readonly FindingMatch[] {
  const byKey = groupBy(freeCurrent, (index) => step.currentKey(current[index] as Identifiable));
  const groups = groupBy(freePrevious, (index) => step.previousKey(previous[index] as Earlier));
  return [...groups].flatMap(([key, olds]) =>
    bestPairs(step, previous, current, olds, byKey.get(key) ?? []),
  );
}

/** Takes the best fitting pair, then the best of what is left; ties go to the earlier indices. */
function bestPairs(
  step: MatchStep,
  previous: readonly Earlier[],
  current: readonly Identifiable[],
  olds: readonly number[],
  news: readonly number[],
): readonly FindingMatch[] {
  const candidates = olds.flatMap((old) =>
    news.flatMap((fresh) => {
      const fit = step.fit(previous[old] as Earlier, current[fresh] as Identifiable);
      return fit === null ? [] : [{ old, fresh, fit }];
    }),
  );
  candidates.sort((a, b) => b.fit - a.fit || a.old - b.old || a.fresh - b.fresh);
  const taken = new Set<string>();
  return candidates.flatMap(({ old, fresh }) => {
    if (taken.has(`old ${old}`) || taken.has(`new ${fresh}`)) return [];
    taken.add(`old ${old}`).add(`new ${fresh}`);
    return [{ previous: old, current: fresh, by: step.by }];
  });
}

function groupBy(
  indices: readonly number[],
  keyOf: (index: number) => string | null,
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const index of indices) {
    const key = keyOf(index);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  return groups;
}
