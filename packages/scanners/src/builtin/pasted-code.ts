import type { Change } from '../change/change.ts';
import type { ClonePlace } from '../tools/tools.ts';
import type { ChangeAnswer, FileHit } from './check.ts';

/**
 * Added code that repeats other code of 50 tokens and more.
 *
 * @param where `elsewhere`: the other side was there before; `anywhere`: it may be new as well
 */
export async function pastedCode(
  change: Change,
  where: 'elsewhere' | 'anywhere',
): Promise<ChangeAnswer> {
  const clones = await change.tools.clones();
  if (!clones.ok) return { hits: [], notEvaluated: clones.why };
  const hits = clones.value.flatMap(({ first, second, tokens }) => {
    const firstIsNew = isNew(change, first);
    const secondIsNew = isNew(change, second);
    if (firstIsNew && secondIsNew) {
      return where === 'anywhere' ? [hit(second, first, tokens)] : [];
    }
    if (!firstIsNew && !secondIsNew) return [];
    return [firstIsNew ? hit(first, second, tokens) : hit(second, first, tokens)];
  });
  return { hits };
}

/** More than half of the lines were added. */
function isNew(change: Change, place: ClonePlace): boolean {
  const added = change.source(place.file)?.added;
  if (added === undefined) return false;
  let count = 0;
  for (let line = place.line; line <= place.endLine; line++) if (added.has(line)) count++;
  return count * 2 > place.endLine - place.line + 1;
}

function hit(at: ClonePlace, other: ClonePlace, tokens: number): FileHit {
  return {
    rule: 'pasted-code',
    severity: 'warning',
    file: at.file,
    line: at.line,
    endLine: at.endLine,
    message: `${at.endLine - at.line + 1} lines (${tokens} tokens) repeat ${other.file}:${other.line}.`,
    suggestion: 'Use what exists, or move it to where both can.',
    diffLevel: true,
  };
}
