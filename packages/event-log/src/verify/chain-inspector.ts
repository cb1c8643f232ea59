import type { StoredEvent } from '@magi/contracts';
import { GENESIS, link } from '../chain.ts';
import { type LogProblem, problem } from './log-problem.ts';

/** Hashes that the next event may be chained to; null where that is unknown. */
interface Ends {
  readonly stored: string;
  readonly computed: string;
}

/** Looks at the events of one run in the order in which they stand, and names what does not fit. */
export interface ChainInspector {
  /** Looks at the next event; says whether it is what was stored in its place. */
  next(event: Omit<StoredEvent, 'pos'>): boolean;
  /** Looks at something in the place of the next event that is no event. */
  nextIsUnreadable(message: string): void;
  /** Number of the entry that should come next. */
  nextSeq(): number;
  /** Everything found so far; call it when all events were looked at. */
  problems(): readonly LogProblem[];
  /** Number of events before the first one that is not as it was stored. */
  soundCount(): number;
}

/**
 * Inspects a chain in one pass and goes on behind a damage, so that each damage is named once.
 *
 * An event that does not fit its hash is judged by its successor: if that is chained to the stored
 * hash, the content was altered; if it is chained to the hash of the content, the stored hash was.
 */
export function inspectChain(): ChainInspector {
  const problems: LogProblem[] = [];
  let version = 0;
  let ends: Ends | null = { stored: GENESIS, computed: GENESIS };
  let at: string | null = null;
  let sound = 0;
  let isSound = true;

  function report(found: LogProblem): void {
    problems.push(found);
    if (found.severity !== 'warning') isSound = false;
  }

  /** The hash before this event: of the two that may be right, the one that it is chained to. */
  function linkFrom(event: Omit<StoredEvent, 'pos'>): string {
    const from = (previous: string) => link(previous, event.stream, event.version, event);
    if (ends === null) return event.hash;
    const byComputed = from(ends.computed);
    if (ends.stored !== ends.computed && byComputed === event.hash) {
      retitle(problems, version - 1);
      return byComputed;
    }
    return from(ends.stored);
  }

  return {
    next(event) {
      const seq = event.version - 1;
      if (event.version <= version) {
        report(problem('duplicate', seq, `entry #${seq} stands there again after #${version - 1}`));
        return false;
      }
      const isNext = event.version === version + 1;
      if (!isNext) report(gap(version, seq));
      const computed: string = isNext ? linkFrom(event) : event.hash;
      version = event.version;
      ends = { stored: event.hash, computed };
      if (computed !== event.hash) {
        report(problem('altered', seq, `entry #${seq} is not what was stored: its hash differs`));
        return false;
      }
      if (at !== null && event.at < at) {
        report(problem('clock-back', seq, `entry #${seq} says ${event.at}, after ${at}`));
      }
      at = event.at;
      if (isSound) sound += 1;
      return true;
    },
    nextIsUnreadable(message) {
      report(problem('unreadable', version, message));
      version += 1;
      ends = null;
    },
    nextSeq: () => version,
    problems: () => problems,
    soundCount: () => sound,
  };
}

function gap(version: number, seq: number): LogProblem {
  const missing = version === seq - 1 ? `#${version} is` : `#${version} to #${seq - 1} are`;
  return problem('gap', version, `entries are missing: ${missing} not there`);
}

/** The content of the entry was right after all: it is its stored hash that was changed. */
function retitle(problems: LogProblem[], seq: number): void {
  const index = problems.findIndex((one) => one.kind === 'altered' && one.seq === seq);
  const message = `entry #${seq} fits its successor, but the hash stored with it does not`;
  if (index >= 0) problems[index] = problem('broken-chain', seq, message);
}
