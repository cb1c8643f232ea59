import type { Entry, EventLog } from '@magi/contracts';
import { createPackedFrameMaker, type Liveness } from '@magi/engine/replay';
import { isExportedLog } from '@magi/event-log';
import { describeEntry } from '../text/entry-text.ts';
import { followEntries } from './follow-entries.ts';

/** Frames of one run, made once for however many pages look at it. */
export interface FrameFeed {
  /** One JSON text a frame, in order; grows. */
  readonly lines: readonly string[];
  liveness(): Liveness;
  /** Why the log cannot be read any further; null while it can. */
  damage(): string | null;
  /** Calls back after every change, until the returned function is called. */
  watch(changed: () => void): () => void;
  /** Resolves when everything that was there has been made into frames. */
  readonly caughtUp: Promise<void>;
  close(): void;
}

export interface FrameFeedOptions {
  readonly log: EventLog;
  readonly run: string;
  /** False for a log that cannot grow. */
  readonly isLive: boolean;
}

/** Other requests are served after this long, so that a long log does not keep them waiting. */
const TURN_MS = 12;
/** While a long log is read, pages hear of it no more often than they can usefully show. */
const TELL_EVERY_MS = 120;
const LOOK_EVERY_MS = 1000;

/**
 * Starts making frames of a run, and goes on as the run does.
 *
 * Whether somebody writes the run is looked up in the log, so a crash is noticed within a second.
 */
export function createFrameFeed({ log, run, isLive }: FrameFeedOptions): FrameFeed {
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  const stop = new AbortController();
  let liveness: Liveness = 'loading';
  let damage = damageOf(log, run);
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;

  function tell(): void {
    for (const changed of watchers) changed();
  }

  async function look(): Promise<void> {
    const before = liveness;
    if (damage !== null || hasEnded || !isLive) liveness = 'complete';
    else liveness = (await log.holder(run)) === null ? 'waiting' : 'running';
    if (liveness !== before) tell();
  }

  async function read(caughtUp: () => void): Promise<void> {
    const maker = createPackedFrameMaker({ describe: describeEntry });
    let turnEndsMs = performance.now() + TURN_MS;
    let tellNextMs = 0;
    for await (const place of followEntries(log, run, stop.signal)) {
      if (place === 'caught-up') {
        await look();
        tell();
        caughtUp();
        if (!isLive) return;
        timer ??= setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
        continue;
      }
      lines.push(JSON.stringify(maker.next(place)));
      hasEnded = isEnd(place, hasEnded);
      if (performance.now() < turnEndsMs) continue;
      if (performance.now() > tellNextMs) {
        tell();
        tellNextMs = performance.now() + TELL_EVERY_MS;
      }
      await new Promise((resolve) => setImmediate(resolve));
      turnEndsMs = performance.now() + TURN_MS;
    }
  }

  const caughtUp = new Promise<void>((resolve) => {
    void read(resolve).catch(async (error: unknown) => {
      damage = error instanceof Error ? error.message : String(error);
      await look();
      tell();
      resolve();
    });
  });

  return {
    lines,
    caughtUp,
    liveness: () => liveness,
    damage: () => damage,
    watch(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    close() {
      stop.abort();
      clearInterval(timer);
      watchers.clear();
    },
  };
}

/** What is wrong with the file that a log was read from. */
function damageOf(log: EventLog, run: string): string | null {
  const [problem] = isExportedLog(log) ? log.damageOf(run) : [];
  return problem?.message ?? null;
}

/** A finished run may be told more only by a fork or a person, who then make it go on. */
function isEnd(entry: Entry, before: boolean): boolean {
  return entry.note?.type === 'finished' || (before && entry.in === undefined);
}
