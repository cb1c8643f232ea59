import type { PersonaDef } from '@magi/contracts';
import { joinText } from '@magi/contracts';
import { generalWords, stemsOf } from '../proposals/generalise.ts';
import { MAX_CHECKS, MAX_DEPTH } from './persona-faults.ts';

/** The parent without what moved, and the nested persona that got it. */
export interface SplitPersona {
  readonly parent: PersonaDef;
  readonly child: PersonaDef;
  readonly childPath: string;
}

/**
 * Splits a checklist of more than ten checks into the parent and one nested persona.
 *
 * The child takes the checks that have most in common: it grows from the most similar pair until
 * both lists are short enough. It lies in a folder named like the parent (`core/security/memory.json`).
 *
 * @returns null when the list is short enough, or when the folder would be nested too deep
 */
export function splitPersona(path: string, persona: PersonaDef): SplitPersona | null {
  const ids = Object.keys(persona.checklist);
  if (ids.length <= MAX_CHECKS) return null;
  const folder = path.slice(0, -'.json'.length);
  const depth = (path.split('personas/')[1] ?? path).split('/').length;
  if (depth + 1 > MAX_DEPTH) return null;
  const moved = relatedChecks(
    persona,
    Math.max(ids.length - MAX_CHECKS, Math.ceil(ids.length / 3)),
  );
  const topic = topicOf(
    moved.map((id) => `${id} ${joinText(persona.checklist[id] ?? '')}`),
    persona,
  );
  const pick = (wanted: boolean): PersonaDef['checklist'] =>
    Object.fromEntries(
      Object.entries(persona.checklist).filter(([id]) => moved.includes(id) === wanted),
    );
  return {
    parent: { ...persona, checklist: pick(false) },
    child: { ...persona, role: `${persona.role} (${topic})`, checklist: pick(true) },
    childPath: `${folder}/${topic}.json`,
  };
}

function relatedChecks(persona: PersonaDef, size: number): readonly string[] {
  const ids = Object.keys(persona.checklist);
  const stems = new Map(
    ids.map((id) => [
      id,
      stemsOf(`${id.replaceAll('_', ' ')} ${joinText(persona.checklist[id] ?? '')}`),
    ]),
  );
  const similarity = (a: string, b: string): number => {
    const [left, right] = [stems.get(a) ?? new Set<string>(), stems.get(b) ?? new Set<string>()];
    const shared = [...left].filter((stem) => right.has(stem)).length;
    return shared / (left.size + right.size - shared || 1);
  };
  const group = [...mostSimilarPair(ids, similarity)];
  while (group.length < size) {
    const rest = ids.filter((id) => !group.includes(id));
    const near = (id: string): number =>
      group.reduce((sum, member) => sum + similarity(id, member), 0);
    const [next] = [...rest].sort((a, b) => near(b) - near(a) || ids.indexOf(a) - ids.indexOf(b));
    if (next === undefined) break;
    group.push(next);
  }
  return group.slice(0, Math.max(size, 1));
}

function mostSimilarPair(
  ids: readonly string[],
  similarity: (a: string, b: string) => number,
): readonly string[] {
  let best: readonly string[] = ids.slice(0, 2);
  let highest = -1;
  ids.forEach((a, index) => {
    for (const b of ids.slice(index + 1)) {
      const value = similarity(a, b);
      if (value > highest) [highest, best] = [value, [a, b]];
    }
  });
  return best;
}

/** A word that most of the moved checks share and few of the others do; `part` when there is none. */
function topicOf(texts: readonly string[], persona: PersonaDef): string {
  const all = Object.entries(persona.checklist).map(([id, value]) => `${id} ${joinText(value)}`);
  const words = new Set(texts.flatMap((text) => generalWords(text.replaceAll('_', ' '))));
  const share = (word: string, list: readonly string[]): number =>
    list.filter((text) => text.toLowerCase().includes(word)).length / (list.length || 1);
  const [best] = [...words].sort(
    (a, b) =>
      share(b, texts) - share(b, all) - (share(a, texts) - share(a, all)) || (a < b ? -1 : 1),
  );
  return best ?? 'part';
}
