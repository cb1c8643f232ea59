import { setTimeout as sleep } from 'node:timers/promises';
import type { Cursor, StoredEvent } from '@magi/contracts';

type Awaitable<Value> = Value | Promise<Value>;

/** What a live tail needs of a store. */
export interface Followed {
  /** Next events after the cursor in commit order; empty when there are none yet. */
  page(after: Cursor | undefined, stream: string | undefined): Awaitable<readonly StoredEvent[]>;
  /** A value that is another one after every commit, whoever made it. */
  mark(): Awaitable<string | number>;
}

const POLL_MS = 25;

/**
 * Yields every event once and in order, those that exist and those to come, until the signal aborts.
 *
 * The mark is taken before the page is read, so a commit in between is noticed at the next look.
 *
 * @see DESIGN.md L9
 */
export async function* follow(
  store: Followed,
  options: {
    readonly after?: Cursor | undefined;
    readonly stream?: string | undefined;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<StoredEvent> {
  let after = options.after;
  while (!options.signal.aborted) {
    const mark = await store.mark();
    const page = await store.page(after, options.stream);
    for (const event of page) {
      if (options.signal.aborted) return;
      after = event.pos;
      yield event;
    }
    if (page.length === 0) await untilChanged(store, mark, options.signal);
  }
}

async function untilChanged(
  store: Followed,
  mark: string | number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await store.mark()) === mark) {
    // An abort ends the wait; it is not an error of the tail.
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
