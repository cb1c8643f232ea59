import type { ServerResponse } from 'node:http';
import type { EventLog } from '@magi/contracts';
import { createStatelyEncoder } from '@magi/engine';
import { followEntries } from './follow-entries.ts';

/**
 * Messages for the inspectors of Stately, one JSON text each: the run so far, then what comes.
 *
 * Made anew for every reader, so that each gets all of it and none of it has to be kept.
 */
export async function* statelyMessages(
  log: EventLog,
  run: string,
  { signal, isLive }: { readonly signal: AbortSignal; readonly isLive: boolean },
): AsyncGenerator<string> {
  const encoder = createStatelyEncoder();
  for await (const place of followEntries(log, run, signal)) {
    if (place !== 'caught-up') {
      for (const message of encoder.next(place)) yield JSON.stringify(message);
    } else if (!isLive) return;
  }
}

/** Streams messages to the page as server-sent events, no faster than they are taken. */
export async function streamStately(
  response: ServerResponse,
  messages: (signal: AbortSignal) => AsyncIterable<string>,
): Promise<void> {
  const stop = new AbortController();
  response.on('close', () => stop.abort());
  try {
    for await (const message of messages(stop.signal)) {
      if (stop.signal.aborted) return;
      if (!response.write(`data: ${message}\n\n`)) await drained(response);
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    response.write(`event: damage\ndata: ${JSON.stringify(text)}\n\n`);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
