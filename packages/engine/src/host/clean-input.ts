import type { Input, Json, Note } from '@magi/contracts';
import { assertStrictJson } from '@magi/event-log';
import type { Item } from './stage.ts';

/** Replaces secrets in one text; it must give the same text for the same text. */
export type Redact = (text: string) => string;

/**
 * A private copy of what is to be logged, as the log will give it back.
 *
 * @throws `MAGI_LOG_NOT_JSON`, naming the path of the first value that is not JSON
 */
export function cleanItem(item: Item, redact: Redact | undefined): Item {
  return item.in ? { in: cleanInput(item.in, redact) } : { note: cleanNote(item.note, redact) };
}

/** Strict JSON only, secrets replaced; what the engine itself works with stays as it is. */
function cleanInput(input: Input, redact: Redact | undefined): Input {
  assertStrictJson(input, 'in');
  const copy = JSON.parse(JSON.stringify(input)) as Input;
  if (!redact) return copy;
  switch (copy.type) {
    case 'init':
      return { ...copy, input: redactTexts(copy.input, redact) };
    case 'done':
      return { ...copy, output: redactTexts(copy.output, redact) };
    case 'fail':
      return { ...copy, error: { ...copy.error, message: redact(copy.error.message) } };
    case 'event':
      return { ...copy, event: redactEvent(copy.event, redact) };
    case 'timer':
      return copy;
  }
}

function cleanNote(note: Note, redact: Redact | undefined): Note {
  assertStrictJson(note, 'note');
  const copy = JSON.parse(JSON.stringify(note)) as Note;
  if (!redact) return copy;
  if ('message' in copy) return { ...copy, message: redact(copy.message) };
  if ('reason' in copy) return { ...copy, reason: redact(copy.reason) };
  return copy;
}

function redactEvent<Event extends { readonly type: string }>(event: Event, redact: Redact): Event {
  return { ...(redactTexts(event as Json, redact) as unknown as Event), type: event.type };
}

function redactTexts(value: Json, redact: Redact): Json {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => redactTexts(item, redact));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactTexts(item, redact)]),
  );
}
