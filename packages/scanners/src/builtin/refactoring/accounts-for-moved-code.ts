import type { FunctionFact } from '../../facts/outline/functions.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { hasBase, type Side, sidesOf } from '../sides.ts';

/** Characters of a body, without white space, from which on a function is worth accounting for. */
const minBody = 60;

/** What was taken out is found again, or listed. */
export const accountsForMovedCode: BuiltinCheck = {
  id: 'accounts_for_moved_code',
  comparesSides: true,
  about: hasBase,
  change: (change) => {
    const heads = sidesOf(change, 'head').flatMap(({ outline }) => outline.functions);
    const bodies = new Set(heads.map((fact) => fact.bodyHash));
    const names = new Set(heads.map((fact) => lastName(fact)));
    const counts = { moved: 0, edited: 0, deleted: 0 };
    const hits: FileHit[] = [];
    for (const base of sidesOf(change, 'base')) {
      for (const fact of outermost(base)) {
        if (bodies.has(fact.bodyHash)) counts.moved++;
        else if (names.has(lastName(fact))) counts.edited++;
        else {
          counts.deleted++;
          hits.push(deletedHit(base, fact));
        }
      }
    }
    const total = counts.moved + counts.edited + counts.deleted;
    const note = `Functions of the base: ${counts.moved} unchanged or moved, ${counts.edited} edited, ${counts.deleted} deleted`;
    return { hits, notes: total > 0 ? [note] : [] };
  },
};

/** Named functions that are not part of another one that is accounted for. */
function outermost({ outline }: Side): readonly FunctionFact[] {
  const named = outline.functions.filter((fact) => fact.name !== '' && fact.bodyLength >= minBody);
  return named.filter(
    (fact) =>
      !named.some(
        (other) => other !== fact && other.line <= fact.line && other.endLine >= fact.endLine,
      ),
  );
}

function lastName({ name }: FunctionFact): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function deletedHit(base: Side, fact: FunctionFact): FileHit {
  return {
    rule: 'code-deleted',
    severity: 'info',
    file: base.path,
    side: 'base',
    line: fact.line,
    endLine: fact.line,
    symbol: fact.name,
    message: `${fact.name} (${fact.endLine - fact.line + 1} lines) is neither moved nor replaced: it is deleted.`,
    suggestion: 'Say in the change that it is deleted on purpose.',
    diffLevel: true,
  };
}
