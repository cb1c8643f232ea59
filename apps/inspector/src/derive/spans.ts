import type { FrameHead } from '@magi/engine/replay';
import { withoutGeneration } from './actors.ts';

/** A piece of work from its start to its answer. */
export interface Span {
  readonly actor: string;
  /** Entry that answered it. */
  readonly seq: number;
  readonly durationMs: number;
  readonly hasFailed: boolean;
}

/** Measures work by the times in the log, entry by entry. */
export function createStopwatch(): {
  readonly spans: readonly Span[];
  see(head: FrameHead): void;
} {
  const spans: Span[] = [];
  const started = new Map<string, number>();
  return {
    spans,
    see({ seq, at, type, actor }) {
      if (type === 'effect.started') started.set(actor, Date.parse(at));
      const begunMs = started.get(actor);
      if ((type !== 'done' && type !== 'fail') || begunMs === undefined) return;
      started.delete(actor);
      const durationMs = Date.parse(at) - begunMs;
      spans.push({ actor: withoutGeneration(actor), seq, durationMs, hasFailed: type === 'fail' });
    },
  };
}

/** What an actor has spent on work that was answered. */
export interface TimeRow {
  readonly actor: string;
  readonly answers: number;
  readonly failures: number;
  readonly durationMs: number;
}

/** Sums up the work that was answered until an entry, by actor, in the order of the first answers. */
export function timeTable(spans: readonly Span[], seq: number): readonly TimeRow[] {
  const rows = new Map<string, TimeRow>();
  for (const { actor, seq: at, durationMs, hasFailed } of spans) {
    if (at > seq) break;
    const before = rows.get(actor) ?? { actor, answers: 0, failures: 0, durationMs: 0 };
    rows.set(actor, {
      actor,
      answers: before.answers + 1,
      failures: before.failures + (hasFailed ? 1 : 0),
      durationMs: before.durationMs + durationMs,
    });
  }
  return [...rows.values()];
}
