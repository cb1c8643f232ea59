import type { Finding } from '@magi/contracts';
import { groupBy } from './group-by.ts';
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
export type Earlier = {
  readonly finding: Identifiable;
  readonly place: MappedLine | null;
  /** False when `place` is only where the line stood before. */
  readonly isFollowed: boolean;
};

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
  /**
   * What it means to be alone with one other under a key. `certain`: then they are the same without
   * looking closer. `only`: the step takes no others.
   */
  readonly alone?: 'certain' | 'only';
};

/**
 * Applies the steps one after another, each to the findings that are still without a partner.
 *
 * @param known matches that hold already
 * @returns all matches, in the order of the earlier findings
 */
export function matchInSteps(
  previous: readonly Earlier[],
  current: readonly Identifiable[],
  steps: readonly MatchStep[],
  known: readonly FindingMatch[] = [],
): readonly FindingMatch[] {
  const matches = [...known];
  const [oldOnes, newOnes] = [known.map((it) => it.previous), known.map((it) => it.current)];
  let freePrevious = without(previous.length, oldOnes);
  let freeCurrent = without(current.length, newOnes);
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

function without(count: number, taken: readonly number[]): readonly number[] {
  const gone = new Set(taken);
  return Array.from({ length: count }, (_, index) => index).filter((index) => !gone.has(index));
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
  const [old, fresh] = [olds[0], news[0]];
  const isAlone = olds.length === 1 && news.length === 1;
  if (step.alone !== undefined && isAlone && old !== undefined && fresh !== undefined) {
    return [{ previous: old, current: fresh, by: step.by }];
  }
  if (step.alone === 'only') return [];
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
