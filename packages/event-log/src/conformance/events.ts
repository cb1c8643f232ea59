import type { EventLog, NewEvent, StoredEvent } from '@magi/contracts';

let made = 0;

/** An event with an id of its own. */
export function event(body = '{"n":1}', fields: Partial<NewEvent> = {}): NewEvent {
  made += 1;
  return { id: `event-${made}`, type: 'note', at: '2026-01-02T03:04:05.678Z', body, ...fields };
}

/** As many events as asked for, numbered in their bodies. */
export function events(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, index) => event(JSON.stringify({ n: index + 1 })));
}

/** Everything an iterable gives. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Versions of a stream, as read. */
export async function versionsOf(log: EventLog, stream: string): Promise<number[]> {
  return (await collect(log.read(stream))).map(({ version }) => version);
}

/** Numbers 1 to count. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Reads a live tail until it has given that many events. */
export async function takeFrom(
  log: EventLog,
  count: number,
  options: { readonly after?: string; readonly stream?: string } = {},
): Promise<StoredEvent[]> {
  const stop = new AbortController();
  const taken: StoredEvent[] = [];
  for await (const stored of log.subscribe({ ...options, signal: stop.signal })) {
    taken.push(stored);
    if (taken.length === count) stop.abort();
  }
  return taken;
}

/** Retries an append at the newest version until no other writer is in between. */
export async function appendRacing(log: EventLog, stream: string, body: string): Promise<void> {
  const own = event(body);
  for (;;) {
    let head = 0;
    for await (const { version } of log.listStreams({ prefix: stream })) head = version;
    try {
      await log.append(stream, [own], head);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'MAGI_LOG_VERSION') throw error;
    }
  }
}
