import { type Deferred, deferred } from './deferred.ts';
import type { Item } from './stage.ts';

export interface InboxOptions {
  /** Makes everything in a batch durable, or throws. */
  readonly settle: (batch: readonly Item[]) => Promise<void>;
  /** Called whenever the inbox has become empty. */
  readonly idle: () => Promise<void>;
  /** Called with what `settle` threw; nothing is settled afterwards. */
  readonly failed: (error: unknown) => Promise<void>;
}

export interface Inbox {
  push(item: Item): void;
  /** Resolves when the items, and all before them, are durable. */
  pushAndWait(items: readonly Item[]): Promise<void>;
  isEmpty(): boolean;
  /** Resolves when nothing is being settled. */
  quiet(): Promise<void>;
}

/**
 * Takes in what comes from all sides and settles it batch by batch: what comes within one turn of
 * the event loop, or while a batch is being settled, is settled together.
 *
 * @see DESIGN.md E10
 */
export function createInbox(options: InboxOptions): Inbox {
  let items: Item[] = [];
  let waiting: Deferred<void>[] = [];
  let isPumping = false;

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      do {
        await nextTurn();
        await settleAll();
        if (items.length === 0) await options.idle();
      } while (items.length > 0);
    } catch (error) {
      for (const promise of waiting) promise.reject(error);
      items = [];
      waiting = [];
      await options.failed(error);
    } finally {
      isPumping = false;
    }
  }

  async function settleAll(): Promise<void> {
    const batch = items;
    const promises = waiting;
    items = [];
    waiting = [];
    try {
      if (batch.length > 0) await options.settle(batch);
      for (const promise of promises) promise.resolve();
    } catch (error) {
      for (const promise of promises) promise.reject(error);
      throw error;
    }
  }

  return {
    push(item) {
      items.push(item);
      void pump();
    },
    pushAndWait(more) {
      const promise = deferred<void>();
      items.push(...more);
      waiting.push(promise);
      void pump();
      return promise.promise;
    },
    isEmpty: () => items.length === 0,
    async quiet() {
      while (isPumping) await nextTurn();
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
