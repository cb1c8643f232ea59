import type { NewEvent } from '@magi/contracts';
import { invalidEvent } from './log-errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNFIT_FOR_NAMES = /[\u0000-\u001f\u007f]/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/**
 * Refuses what a store could not give back byte for byte.
 *
 * Names (stream, id, type, at) are non-empty and without control characters; a body is well-formed
 * Unicode without a raw NUL. `JSON.stringify` never makes anything else: it escapes both.
 *
 * @throws `MAGI_LOG_INVALID`
 */
export function checkNewEvents(stream: string, events: readonly NewEvent[]): void {
  checkName('stream name', stream);
  if (events.length === 0) throw invalidEvent(`Log ${stream}`, 'an append needs an event');
  for (const event of events) {
    checkName('event id', event.id);
    checkName('event type', event.type);
    checkName('event time', event.at);
    if (event.body.includes('\0') || LONE_SURROGATE.test(event.body)) {
      throw invalidEvent(`Event ${event.id}`, 'its body holds a raw NUL or half a character');
    }
  }
}

/** Refuses what cannot name a run: names that begin with `$` are the log's own. */
export function checkRunName(run: string): void {
  checkName('name of a run', run);
  if (run.startsWith('$')) throw invalidEvent(`The name ${run}`, 'a run cannot begin with `$`');
}

/** Refuses an empty name, control characters and half characters. */
export function checkName(what: string, name: string): void {
  if (name === '' || UNFIT_FOR_NAMES.test(name) || LONE_SURROGATE.test(name)) {
    throw invalidEvent(`The ${what} ${JSON.stringify(name)}`, 'it is empty or not plain text');
  }
}
