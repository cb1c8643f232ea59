import type { AnyActorRef } from 'xstate';
import { addressOf } from './actor-address.ts';

/** A timer that has not fired; `dueMs` is the original deadline, in milliseconds since 1970. */
export interface ArmedTimer {
  readonly id: string;
  readonly dueMs: number;
}

interface ScheduledEvent {
  readonly source: AnyActorRef;
  readonly event: { readonly type: string };
}

interface Armed extends ArmedTimer {
  readonly fire: () => void;
}

/**
 * A clock for one actor system on which time passes only when the log says so.
 *
 * Timers get names that are the same in every replay: actor address, event type and generation,
 * for example `run/scan.core:xstate.after.timeout.scan.running#1`.
 *
 * @param scheduled the delayed events that the actor system has under way
 */
export function createDeterministicClock(scheduled: () => readonly ScheduledEvent[]) {
  const armed = new Map<string, Armed>();
  const generations = new Map<string, number>();
  const named = new WeakSet<ScheduledEvent>();
  let nowMs = 0;
  let list: readonly ArmedTimer[] = [];
  let isListed = true;

  function nameNext(): string {
    const next = scheduled().find((event) => !named.has(event));
    if (!next) return 'timer';
    named.add(next);
    return `${addressOf(next.source)}:${next.event.type}`;
  }

  return {
    setTimeout(fire: () => void, delayMs: number): string {
      const name = nameNext();
      const generation = (generations.get(name) ?? 0) + 1;
      generations.set(name, generation);
      const id = `${name}#${generation}`;
      armed.set(id, { id, dueMs: nowMs + delayMs, fire });
      isListed = false;
      return id;
    },
    clearTimeout(id: string): void {
      if (armed.delete(id)) isListed = false;
    },
    setNow(atMs: number): void {
      nowMs = atMs;
    },
    has: (id: string): boolean => armed.has(id),
    fire(id: string): void {
      const timer = armed.get(id);
      if (armed.delete(id)) isListed = false;
      timer?.fire();
    },
    /** In the order they were armed; the same list as long as none is armed, fires or is cleared. */
    armed(): readonly ArmedTimer[] {
      if (!isListed) list = [...armed.values()];
      isListed = true;
      return list;
    },
  };
}
