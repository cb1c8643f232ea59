import { PersonaDef } from '@magi/contracts';

/** Personas by repository path, as parsed; only files that are valid personas are kept. */
export type PersonaFiles = ReadonlyMap<string, PersonaDef>;

/** Reads the persona files among a set of repository files. */
export function personaFiles(files: ReadonlyMap<string, string>): PersonaFiles {
  const found = new Map<string, PersonaDef>();
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!/(^|\/)personas\/.+\.json$/.test(path)) continue;
    const parsed = PersonaDef.safeParse(safeJson(text));
    if (parsed.success) found.set(path, parsed.data);
  }
  return found;
}

/** Path of the persona that has a check, or undefined. */
export function ownerOf(personas: PersonaFiles, check: string): string | undefined {
  return [...personas].find(([, persona]) => check in persona.checklist)?.[0];
}

/** Check ids that more than one persona has. */
export function sharedChecks(personas: PersonaFiles): readonly string[] {
  const counts = new Map<string, number>();
  for (const { checklist } of personas.values())
    for (const id of Object.keys(checklist)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, n]) => n > 1).map(([id]) => id);
}

/** A persona with one check less. */
export function withoutCheck(persona: PersonaDef, check: string): PersonaDef {
  const { [check]: _gone, ...checklist } = persona.checklist;
  return { ...persona, checklist };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
