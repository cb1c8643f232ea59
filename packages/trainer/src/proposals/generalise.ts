import { stemmer } from 'stemmer';

const STOP = new Set(
  'a an and are as at be but by can could do does for from has have if in into is it its may might must no not of on or should so than that the their then there these they this to too was were when where which while will with would you your here line file code'.split(
    ' ',
  ),
);

/**
 * The words of a message that could stand in a checklist: no paths, no quoted code, no numbers, no
 * names that look like identifiers.
 */
export function generalWords(message: string): readonly string[] {
  return stripSpecifics(message)
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2 && !STOP.has(word));
}

/** Stems of the general words, once each. */
export function stemsOf(message: string): ReadonlySet<string> {
  return new Set(generalWords(message).map((word) => stemmer(word)));
}

/** Takes away what belongs to one run only: code in quotes, paths, identifiers, numbers, hashes. */
export function stripSpecifics(message: string): string {
  return message
    .replace(/`[^`]*`|"[^"]*"|(?<!\w)'[^']*'(?!\w)/g, ' ')
    .replace(/\S*[\\/]\S+/g, ' ')
    .replace(/\b\S+\.(?:[cm]?[jt]sx?|py|go|rs|java|json|ya?ml|md)\b(?::\d+)?/g, ' ')
    .replace(/\b(?:[a-z]+[A-Z]\w*|\w+_\w+|[A-Z][a-z]+[A-Z]\w*)\b(?:\(\))?/g, ' ')
    .replace(/\b[0-9a-f]{7,64}\b|\b\d[\w.]*\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True when a statement names nothing that belongs to one run: the rule for new checks. */
export function isGeneral(statement: string): boolean {
  return stripSpecifics(statement) === statement.replace(/\s+/g, ' ').trim();
}
