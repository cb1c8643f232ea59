import type { Entry, EventLog, Lease } from '@magi/contracts';
import { appendEntries } from '@magi/event-log';

/**
 * `durable`: every commit is on disk before it takes effect. `buffered`: within some milliseconds;
 * a crash may lose the newest entries, and the work behind them is done again.
 */
export type Durability = 'durable' | 'buffered';

const BUFFER_MS = 25;

export interface Journal {
  /** Hands entries over, in order; resolves when the next step may build on them. */
  commit(entries: readonly Entry[], lease: Lease): Promise<void>;
  /** Resolves when everything handed over is durable. */
  flush(): Promise<void>;
}

/**
 * Writes the entries of one run, many in one commit; they are made of clean items. After a failed write it accepts nothing more:
 * what is in memory is then ahead of the log.
 *
 * @see DESIGN.md E1, E10
 */
export function createJournal(log: EventLog, run: string, durability: Durability): Journal {
  let waiting: Entry[] = [];
  let holder: Lease | undefined;
  let written: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const entries = waiting;
    waiting = [];
    if (entries.length > 0) {
      const lease = holder ? { lease: holder } : {};
      written = written.then(async () => {
        await appendEntries(log, run, entries, { ...lease, areClean: true });
      });
    }
    return written;
  }

  return {
    flush,
    commit(entries, lease) {
      waiting.push(...entries);
      holder = lease;
      if (durability === 'durable') return flush();
      // A failure surfaces at the next commit or flush, which wait for the same promise.
      timer ??= setTimeout(() => void flush().catch(() => undefined), BUFFER_MS);
      return Promise.resolve();
    },
  };
}
