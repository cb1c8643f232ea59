import type { Spent } from '@magi/consolidation';
import type {
  Candidate,
  Cost,
  Json,
  PendingEffect,
  PendingTimer,
  Question,
  RoundRecord,
  ScannerSpec,
  TerminalResult,
} from '@magi/contracts';
import type { ActorImage } from '../host/actor-image.ts';
import type { SystemState } from '../host/deterministic-system.ts';
import type { RunContext } from '../machines/run-context.ts';

/** A run at one entry, as plain JSON: what commands and the inspector show. */
export interface RunView {
  readonly run: string;
  readonly seq: number;
  readonly stateHash: string;
  /** Active states of every living actor, by address. */
  readonly value: Readonly<Record<string, Json>>;
  readonly context: RunContext;
  readonly candidate: Candidate | null;
  readonly panel: readonly ScannerSpec[];
  readonly history: readonly RoundRecord[];
  readonly terminal: TerminalResult | null;
  readonly question: Question | null;
  readonly pending: readonly PendingEffect[];
  readonly timers: readonly PendingTimer[];
  readonly spent: Spent;
  /** By scanner id, and `synthesis`. */
  readonly costs: Readonly<Record<string, Cost>>;
}

/** Where a state stands in its run. */
export interface Position {
  readonly run: string;
  readonly seq: number;
  readonly stateHash: string;
}

/** Reads the view of a run out of its state; needs no machine, so a stored state will do. */
export function viewOf(position: Position, state: SystemState): RunView {
  const context = state.actors.context as unknown as RunContext;
  return {
    ...position,
    value: valuesOf('protocol' in context.input ? 'run' : 'training', state.actors),
    context,
    candidate: context.candidate,
    panel: context.panel,
    history: context.history,
    terminal: context.terminal,
    question: context.question,
    pending: state.pending as readonly PendingEffect[],
    timers: state.timers,
    spent: context.spent,
    costs: context.costs,
  };
}

/** State values of a tree of actors, by address. */
export function valuesOf(address: string, actor: ActorImage): Record<string, Json> {
  const values: Record<string, Json> = {};
  if (actor.value !== undefined) values[address] = actor.value;
  for (const [id, child] of Object.entries(actor.children ?? {})) {
    Object.assign(values, valuesOf(`${address}/${id}`, child));
  }
  return values;
}
