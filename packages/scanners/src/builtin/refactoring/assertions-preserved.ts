import type { AssertionFact } from '../../facts/outline/assertions.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { hasBase, minus } from '../sides.ts';
import { isWeaker } from './matcher-strength.ts';
import { pairTests, type TestPair } from './test-pairs.ts';

/** No surviving test says less than before. */
export const assertionsPreserved: BuiltinCheck = {
  id: 'assertions_preserved',
  comparesSides: true,
  about: (source) => hasBase(source) && source.isTest,
  change: (change) => ({ hits: pairTests(change).pairs.flatMap(pairHits) }),
};

function pairHits({ base, head }: TestPair): FileHit[] {
  const lost = minus(base.fact.assertions, head.fact.assertions, keyOf);
  const gained = minus(head.fact.assertions, base.fact.assertions, keyOf);
  const weakened = lost.flatMap((before) => {
    const after = gained.find((one) => one.subject === before.subject && isWeaker(before, one));
    return after === undefined ? [] : [weakenedHit(head.file, before, after)];
  });
  const missing = base.fact.assertions.length - head.fact.assertions.length;
  if (missing <= 0 || (head.fact.rows ?? 0) > (base.fact.rows ?? 0)) return weakened;
  return [...weakened, fewerHit({ base, head }, lost, missing)];
}

function keyOf({ subject, matcher, expected }: AssertionFact): string {
  return `${subject}\0${matcher}\0${expected}`;
}

function weakenedHit(file: string, before: AssertionFact, after: AssertionFact): FileHit {
  return {
    rule: 'assertion-weakened',
    severity: 'warning',
    file,
    line: after.line,
    endLine: after.line,
    message: `${before.matcher}(${before.expected}) became ${after.matcher}(${after.expected}), which accepts more.`,
    suggestion: 'Keep the stronger assertion, or say why the old value is no longer right.',
    diffLevel: true,
  };
}

function fewerHit(
  { base, head }: Pick<TestPair, 'base' | 'head'>,
  lost: readonly AssertionFact[],
  missing: number,
): FileHit {
  const [first] = lost;
  const example =
    first === undefined ? '' : `, for example ${first.matcher} on ${first.subject.slice(0, 80)}`;
  return {
    rule: 'assertions-lost',
    severity: 'warning',
    file: head.file,
    line: head.fact.line,
    endLine: head.fact.line,
    message: `The test "${head.fact.path}" has ${missing} of ${base.fact.assertions.length} assertions fewer${example}.`,
    suggestion: 'Bring them back, or move them to a test of their own.',
    diffLevel: true,
  };
}
