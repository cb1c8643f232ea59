import type { Change } from '../../change/change.ts';
import { isScript } from '../../change/language.ts';
import type { FunctionFact } from '../../facts/outline/functions.ts';
import type { BuiltinCheck, ChangeAnswer, FileHit } from '../check.ts';
import { pastedCode } from '../pasted-code.ts';

/** Characters of a body, without white space, below which equal functions are a coincidence. */
const minBody = 120;

/** Code that exists elsewhere already. */
export const checkPatterns: BuiltinCheck = {
  id: 'check_patterns',
  change: async (change): Promise<ChangeAnswer> => {
    const clones = await pastedCode(change, 'elsewhere');
    const twins = twinFunctions(change);
    const places = new Set(twins.map((hit) => hit.file));
    const others = clones.hits.filter((hit) => !places.has(hit.file));
    return { ...clones, hits: [...twins, ...others] };
  },
};

/** Added functions with the same body as a function that the change does not touch. */
function twinFunctions(change: Change): FileHit[] {
  const sources = change.sources.filter((source) => isScript(source.language) && !source.isTest);
  const known = new Map<string, { file: string; fact: FunctionFact }>();
  for (const source of sources) {
    for (const fact of functionsOf(change, source.path)) {
      if (!source.added.has(fact.line)) known.set(fact.bodyHash, { file: source.path, fact });
    }
  }
  return sources.flatMap((source) =>
    functionsOf(change, source.path).flatMap((fact): FileHit[] => {
      const twin = known.get(fact.bodyHash);
      if (twin === undefined || !source.added.has(fact.line)) return [];
      return [
        {
          rule: 'same-function',
          severity: 'warning',
          file: source.path,
          line: fact.line,
          endLine: fact.line,
          symbol: fact.name || undefined,
          message: `The body is the same as that of ${twin.fact.name || 'a function'} in ${twin.file}:${twin.fact.line}.`,
          suggestion: 'Call the function that exists, or move it to where both can.',
        },
      ];
    }),
  );
}

function functionsOf(change: Change, path: string): readonly FunctionFact[] {
  const source = change.source(path);
  const facts = source === undefined ? null : change.facts(source, 'head');
  const long = (facts?.outline?.functions ?? []).filter((fact) => fact.bodyLength >= minBody);
  // A function inside of an equal function is no second finding.
  return long.filter(
    (fact) => !long.some((other) => other.line < fact.line && other.endLine >= fact.endLine),
  );
}
