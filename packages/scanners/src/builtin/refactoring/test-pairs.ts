import type { Change } from '../../change/change.ts';
import { isScript } from '../../change/language.ts';
import type { TestFact } from '../../facts/outline/tests.ts';
import { sidesOf } from '../sides.ts';

/** A test on one side. */
export interface PlacedTest {
  readonly file: string;
  readonly fact: TestFact;
}

export type Pairing = 'same' | 'moved' | 'renamed' | 'similar';

export interface TestPair {
  readonly base: PlacedTest;
  readonly head: PlacedTest;
  readonly by: Pairing;
}

export interface TestPairs {
  readonly pairs: readonly TestPair[];
  readonly lost: readonly PlacedTest[];
}

/** Share of equal body lines from which on a renamed test counts as the same. */
const minSimilarity = 0.8;

/**
 * Finds for every test of the changed base files what became of it.
 *
 * In this order: the same place and path of titles, the same path or title in another file, the
 * same body under another title, a body with at least 80 % equal lines.
 */
export function pairTests(change: Change): TestPairs {
  const pairs = known.get(change) ?? findPairs(change);
  known.set(change, pairs);
  return pairs;
}

/** Two checks judge the same pairs, after the base was read. */
const known = new WeakMap<Change, TestPairs>();

function findPairs(change: Change): TestPairs {
  const rest = { base: testsOf(change, 'base'), head: testsOf(change, 'head') };
  const newPath = new Map(
    change.sources.map((source) => [source.file.oldPath ?? source.path, source.path]),
  );
  const pairs = [
    ...take(rest, 'same', ({ file, fact }) => `${newPath.get(file) ?? file}\0${fact.path}`),
    ...take(rest, 'moved', ({ fact }) => fact.path),
    ...take(rest, 'moved', ({ fact }) => fact.title),
    ...take(rest, 'renamed', ({ fact }) => (fact.bodyHash === '' ? null : fact.bodyHash)),
    ...takeSimilar(rest),
  ];
  return { pairs, lost: rest.base };
}

interface Rest {
  base: PlacedTest[];
  head: PlacedTest[];
}

function testsOf(change: Change, side: 'base' | 'head'): PlacedTest[] {
  return sidesOf(change, side)
    .filter(({ source }) => isScript(source.language))
    .flatMap(({ path, outline }) => outline.tests.map((fact) => ({ file: path, fact })));
}

function take(rest: Rest, by: Pairing, keyOf: (test: PlacedTest) => string | null): TestPair[] {
  const pairs: TestPair[] = [];
  const waiting = new Map<string, PlacedTest[]>();
  for (const test of rest.head) {
    const key = keyOf(test);
    if (key !== null) waiting.set(key, [...(waiting.get(key) ?? []), test]);
  }
  rest.base = rest.base.filter((base) => {
    const key = keyOf(base);
    const head = key === null ? undefined : waiting.get(key)?.shift();
    if (head === undefined) return true;
    pairs.push({ base, head, by });
    return false;
  });
  const used = new Set(pairs.map((pair) => pair.head));
  rest.head = rest.head.filter((head) => !used.has(head));
  return pairs;
}

function takeSimilar(rest: Rest): TestPair[] {
  const pairs: TestPair[] = [];
  rest.base = rest.base.filter((base) => {
    const best = rest.head
      .map((head) => ({ head, share: similarity(base.fact, head.fact) }))
      .sort((a, b) => b.share - a.share)[0];
    if (best === undefined || best.share < minSimilarity) return true;
    pairs.push({ base, head: best.head, by: 'similar' });
    rest.head = rest.head.filter((head) => head !== best.head);
    return false;
  });
  return pairs;
}

/** Share of body lines that two tests have in common, 0..1; short bodies prove nothing. */
function similarity(a: TestFact, b: TestFact): number {
  if (a.bodyLines.length < 3 || b.bodyLines.length < 3) return 0;
  const left = [...b.bodyLines];
  let common = 0;
  for (const line of a.bodyLines) {
    const at = left.indexOf(line);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return (2 * common) / (a.bodyLines.length + b.bodyLines.length);
}
