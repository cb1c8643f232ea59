import type { Clock, EffectRunner, Entry, EventLog, Input } from '@magi/contracts';
import type { AnyActorLogic } from 'xstate';
import type { Redact } from './clean-input.ts';
import type { SystemState } from './deterministic-system.ts';
import type { CheckOutput } from './dispatcher.ts';
import type { Durability } from './journal.ts';
import type { Owner } from './write-lease.ts';

/** Why a host came to rest. */
export type Rest = 'finished' | 'failed' | 'parked' | 'interrupted';

export type HostUpdate =
  | { readonly type: 'entry'; readonly entry: Entry }
  /** A word from a running effect, which the log does not keep. */
  | { readonly type: 'progress'; readonly key: string; readonly message: string };

export interface HostOptions {
  readonly logic: AnyActorLogic;
  readonly log: EventLog;
  readonly run: string;
  readonly runner: EffectRunner;
  readonly clock: Clock;
  readonly owner: Owner;
  readonly checkOutput: CheckOutput;
  readonly reconciles?: readonly string[];
  readonly durability?: Durability;
  readonly redact?: Redact;
  /** Called when a run is ours again, before anything of it goes on. */
  readonly takenOver?: () => Promise<void>;
}

/** The state after an entry, as JSON. */
export interface Published {
  readonly seq: number;
  readonly stateHash: string;
  readonly state: SystemState;
}

export interface Host {
  /** The newest state of which everything is durable. */
  published(): Published;
  /** Begins a new log. */
  begin(init: Extract<Input, { type: 'init' }>): Promise<void>;
  /** Goes on where a log ends; `inputs` are recorded before anything is started again. */
  resume(entries: AsyncIterable<Entry>, inputs?: readonly Input[]): Promise<void>;
  /** Records an input; resolves when it is durable and applied. */
  ingest(input: Input): Promise<void>;
  /** Stops dispatching, keeps what has been answered, gives the right to write back. */
  interrupt(): Promise<void>;
  /** The next rest: finished, failed, parked at a question, or interrupted. */
  rest(): Promise<Rest>;
  subscribe(listener: (update: HostUpdate) => void): () => void;
}
