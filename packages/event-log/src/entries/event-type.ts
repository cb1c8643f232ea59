import type { Entry } from '@magi/contracts';

/** Column of an event by which logs are filtered: the type of the input or of the note. */
export function eventTypeOf(entry: Entry): string {
  return entry.in?.type ?? entry.note?.type ?? '';
}
