import type { FunctionFact } from '../../facts/outline/functions.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { hasBase, sideOf, sidesOf } from '../sides.ts';

/** A surviving function takes, throws and returns what it did. */
export const preservesSignatureBehaviour: BuiltinCheck = {
  id: 'preserves_signature_behaviour',
  comparesSides: true,
  about: (source) => hasBase(source) && !source.isTest,
  change: (change) => {
    const hits = sidesOf(change, 'base')
      .filter(({ source }) => !source.isTest)
      .flatMap((base) => {
        const head = sideOf(change, base.source, 'head');
        const after = new Map(head?.outline.functions.map((fact) => [fact.name, fact]));
        return base.outline.functions.flatMap((before) => {
          const now = before.name === '' ? undefined : after.get(before.name);
          return now === undefined ? [] : compare(base.source.path, before, now);
        });
      });
    return { hits };
  },
};

function compare(file: string, before: FunctionFact, now: FunctionFact): FileHit[] {
  const changes = [
    parameterChange(before, now),
    before.isAsync === now.isAsync ? null : now.isAsync ? 'became async' : 'is no longer async',
    before.isGenerator === now.isGenerator ? null : 'changed between function and generator',
    throwChange(before, now),
    returnChange(before, now),
  ];
  return changes
    .filter((what) => what !== null)
    .map((what) => ({
      rule: 'behaviour-changed',
      severity: 'warning',
      file,
      line: now.line,
      endLine: now.line,
      symbol: now.name,
      message: `${now.name} ${what}.`,
      suggestion: 'Keep it as it was, or make it a change of its own.',
      diffLevel: true,
    }));
}

function parameterChange(before: FunctionFact, now: FunctionFact): string | null {
  for (const [index, was] of before.parameters.entries()) {
    const is = now.parameters[index];
    if (is === undefined) return `lost its parameter ${was.name}`;
    const names = now.parameters.map((one) => one.name);
    if (is.name !== was.name && names.includes(was.name))
      return 'has its parameters in another order';
    if (is.initializer !== was.initializer && was.initializer !== null) {
      return `has another default for ${was.name}: ${is.initializer ?? 'none'} instead of ${was.initializer}`;
    }
    if (was.optional && !is.optional && !is.rest)
      return `needs its parameter ${is.name}, which was optional`;
  }
  const added = now.parameters
    .slice(before.parameters.length)
    .find((one) => !one.optional && !one.rest);
  return added === undefined ? null : `needs a new parameter ${added.name}`;
}

function throwChange(before: FunctionFact, now: FunctionFact): string | null {
  const lost = before.throws.find((one) => !now.throws.includes(one));
  if (lost === undefined || now.throws.length >= before.throws.length) return null;
  return `no longer throws ${lost}`;
}

function returnChange(before: FunctionFact, now: FunctionFact): string | null {
  if (before.valueReturns > 0 && before.emptyReturns === 0 && now.emptyReturns > 0) {
    return 'can now return nothing';
  }
  return before.valueReturns > 0 && now.valueReturns === 0 ? 'no longer returns a value' : null;
}
