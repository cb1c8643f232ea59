import { isScript } from '../../change/language.ts';
import type { FunctionSize } from '../../facts/outline/function-size.ts';
import type { FunctionFact } from '../../facts/outline/functions.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { type Side, sideOf, sidesOf } from '../sides.ts';

const limits: FunctionSize = { lines: 150, parameters: 6, complexity: 20, depth: 5 };
/** Growth from which on a function counts as worse; a few lines more are no event. */
const growth: FunctionSize = { lines: 15, parameters: 1, complexity: 2, depth: 1 };
const words: Record<keyof FunctionSize, string> = {
  lines: 'lines',
  parameters: 'parameters',
  complexity: 'independent paths',
  depth: 'nested blocks',
};

/** Functions over a limit that this change made, or made worse. */
export const keepsFunctionsSmall: BuiltinCheck = {
  id: 'keeps_functions_small',
  comparesSides: true,
  about: (source) => source.head !== null && isScript(source.language) && !source.isTest,
  change: (change) => {
    const hits = sidesOf(change, 'head')
      .filter(({ source }) => !source.isTest)
      .flatMap((head) => {
        const base = sideOf(change, head.source, 'base');
        return head.outline.functions.flatMap((fact) => worse(head, fact, sizeBefore(base, fact)));
      });
    return { hits };
  },
};

function sizeBefore(base: Side | null, fact: FunctionFact): FunctionSize | undefined {
  return base?.outline.functions.find((one) => one.name === fact.name && fact.name !== '')?.size;
}

function worse(head: Side, fact: FunctionFact, before: FunctionSize | undefined): FileHit[] {
  // A function that only holds others (a factory, a suite) is as long as they are.
  if (head.source.added.first(fact.line, fact.endLine) === null) return [];
  const measures = Object.keys(limits) as (keyof FunctionSize)[];
  const broken = measures.filter(
    (one) => fact.size[one] > limits[one] && fact.size[one] - (before?.[one] ?? 0) >= growth[one],
  );
  const [first] = broken;
  if (first === undefined) return [];
  const was = before === undefined ? '' : ` (${before[first]} before)`;
  return [
    {
      rule: `function-${first}`,
      severity: 'warning',
      file: head.path,
      line: fact.line,
      endLine: fact.line,
      symbol: fact.name || undefined,
      message: `${fact.name || 'This function'} has ${fact.size[first]} ${words[first]}${was}; the limit is ${limits[first]}.`,
      suggestion: 'Take a part with a name of its own out of it.',
      diffLevel: true,
    },
  ];
}
