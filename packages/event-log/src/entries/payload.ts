import type { Entry, Json } from '@magi/contracts';

/**
 * The one value of an entry that can be of any size; null where the entry has none.
 *
 * `in.input` of `init`, `in.output` of `done`, `in.event` of `event`, `note.output` of `stale`.
 */
export function payloadOf(entry: Entry): Json | null {
  const slot = slotOf(entry);
  return slot === null ? null : ((slot.holder as Record<string, Json>)[slot.key] ?? null);
}

/** The same entry with another payload. */
export function withPayload(entry: Entry, payload: Json): Entry {
  const slot = slotOf(entry);
  if (slot === null) return entry;
  return { ...entry, [slot.part]: { ...slot.holder, [slot.key]: payload } } as Entry;
}

function slotOf(entry: Entry) {
  if (entry.in?.type === 'init') return { part: 'in', key: 'input', holder: entry.in };
  if (entry.in?.type === 'done') return { part: 'in', key: 'output', holder: entry.in };
  if (entry.in?.type === 'event') return { part: 'in', key: 'event', holder: entry.in };
  if (entry.note?.type === 'stale' && entry.note.output !== undefined) {
    return { part: 'note', key: 'output', holder: entry.note };
  }
  return null;
}
