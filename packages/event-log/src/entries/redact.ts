import type { Entry, Json } from '@magi/contracts';

/** Replaces secrets in one text; it must give the same text for the same text. */
export type Redact = (text: string) => string;

/** Names that the engine works with; everything else in an entry is content. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'type',
  'key',
  'id',
  'kind',
  'code',
  'by',
  'sha256',
]);

/**
 * Redacts every text of an entry's content, keys of objects included.
 *
 * What the engine itself works with at the top of an input or a note (`type`, `key`, `id`, …) stays.
 */
export function redactEntry(entry: Entry, redact: Redact): Entry {
  const part = entry.in === undefined ? 'note' : 'in';
  const fields = Object.entries(entry[part] as Record<string, Json>).map(([name, value]) => [
    name,
    STRUCTURE.has(name) || name === 'machine' ? value : redactJson(value, redact),
  ]);
  return { ...entry, [part]: Object.fromEntries(fields) } as Entry;
}

function redactJson(value: Json, redact: Redact): Json {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner: Json) => redactJson(inner, redact));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redact(key), redactJson(inner, redact)]),
  );
}
