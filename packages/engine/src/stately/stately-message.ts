import type { Json } from '@magi/contracts';

interface Base {
  /** The root actor's session. */
  readonly rootId: string;
  /** Address of an actor and how often one was started there: the same in every replay. */
  readonly sessionId: string;
  /** Milliseconds since 1970 when the entry was recorded, as text. */
  readonly createdAt: string;
  /** Run, entry and place within the entry: unique, and the same in every replay. */
  readonly id: string;
  /** Version of the protocol's package that understands it. */
  readonly _version: string;
}

/** What the inspectors of Stately are told: an actor began, an event reached one, one has a new state. */
export type StatelyMessage =
  | (Base & {
      readonly type: '@xstate.actor';
      readonly name: string;
      readonly parentId: string | undefined;
      /** The machine's configuration as JSON text. */
      readonly definition: string;
      readonly snapshot: StatelySnapshot;
    })
  | (Base & {
      readonly type: '@xstate.event';
      readonly event: StatelyEvent;
      readonly sourceId: string | undefined;
    })
  | (Base & {
      readonly type: '@xstate.snapshot';
      readonly event: StatelyEvent;
      readonly snapshot: StatelySnapshot;
    });

export interface StatelyEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface StatelySnapshot {
  readonly status: string;
  readonly value?: Json;
  readonly context?: Json;
  readonly input?: Json;
  readonly output?: Json;
  readonly error?: Json;
}
