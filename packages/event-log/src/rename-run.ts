import type { NewEvent } from '@magi/contracts';
import { nanoid } from 'nanoid';

/** The same entries under another name: new ids, and bodies that differ in the name alone. */
export function renamedEvents(events: readonly NewEvent[], run: string): readonly NewEvent[] {
  return events.map(({ type, at, body }) => ({
    id: nanoid(),
    type,
    at,
    body: JSON.stringify({ ...JSON.parse(body), run }),
  }));
}
