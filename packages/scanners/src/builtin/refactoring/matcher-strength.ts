import type { AssertionFact } from '../../facts/outline/assertions.ts';

/** Matchers that accept nearly everything. */
const loose =
  /(?:^|\.)(?:toBeDefined|toBeTruthy|toBeFalsy|toMatchSnapshot|toMatchInlineSnapshot|toBeInstanceOf|toBeTypeOf|ok|exist|isOk|isDefined|isNotNull)$/;

/** True when one assertion about a value accepts more than another. */
export function isWeaker(before: AssertionFact, after: AssertionFact): boolean {
  const from = before.matcher;
  const to = after.matcher;
  // "not undefined" and "defined" are the same claim.
  if (/not\.toBeUndefined$/.test(from) && /toBeDefined$/.test(to)) return false;
  if (from === to) return expectsLess(from, before.expected, after.expected);
  if (
    /toHaveBeenCalledWith|toHaveBeenLastCalledWith|toHaveBeenNthCalledWith/.test(from) &&
    /toHaveBeenCalled$|toHaveBeenCalledTimes$|toBeCalled$/.test(to)
  ) {
    return true;
  }
  if (/toHaveBeenCalledTimes$|toHaveBeenCalledOnce$/.test(from) && /toHaveBeenCalled$/.test(to))
    return true;
  if (/toStrictEqual$/.test(from) && /(?:toMatchObject|toContain|toHaveProperty)$/.test(to))
    return true;
  if (
    /(?:toEqual|toBe)$/.test(from) &&
    /(?:toMatchObject|toContain|toMatch|toBeGreaterThan\w*|toBeLessThan\w*)$/.test(to)
  )
    return true;
  return loose.test(to) && !loose.test(from);
}

/** The same matcher with a smaller claim: no expected error, or fewer digits. */
function expectsLess(matcher: string, before: string, after: string): boolean {
  if (/toThrow(?:Error)?$/.test(matcher)) return before !== '' && after === '';
  if (/toBeCloseTo$/.test(matcher)) {
    const digits = (expected: string) => Number(/,\s*(\d+)\s*$/.exec(expected)?.[1] ?? 2);
    return digits(after) < digits(before);
  }
  return false;
}
