import { MagiError } from '@magi/contracts';
import type { Host, HostUpdate, Rest } from '../host/host.ts';
import { effectOf } from '../machines/run-questions.ts';
import { type RunView, viewOf } from './run-view.ts';

export type RunUpdate = HostUpdate;

/** How a run came to rest. A parked run waits for a person; an interrupted one can be resumed. */
export interface RunEnd {
  readonly state: Rest;
  readonly view: RunView;
}

/** An event from outside; machines know `decision.made` and `abort`. */
export interface OutsideEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A living run. */
export interface RunHandle {
  readonly run: string;
  /** The next rest of the run; read it again after `send` woke a parked one. Rejects with what kept the log from being written. */
  readonly done: Promise<RunEnd>;
  /**
   * Records an event; resolves when it is durable.
   *
   * @throws `MAGI_DECISION_INVALID` for an answer that does not fit the open question
   */
  send(event: OutsideEvent, by: string): Promise<void>;
  abort(reason: string, by: string): Promise<void>;
  /** Stops dispatching, keeps what was answered and lets go; the run can be resumed. */
  interrupt(): Promise<void>;
  subscribe(listener: (update: RunUpdate) => void): () => void;
  view(): RunView;
}

/** Wraps a host that runs the run machine. */
export function handleOf(run: string, host: Host): RunHandle {
  function view(): RunView {
    const { seq, stateHash, state } = host.published();
    return viewOf({ run, seq, stateHash }, state);
  }

  async function send(event: OutsideEvent, by: string): Promise<void> {
    if (event.type === 'decision.made') checkDecision(view(), event);
    await host.ingest({ type: 'event', event, by });
  }

  return {
    run,
    get done() {
      return host.rest().then((state) => ({ state, view: view() }));
    },
    send,
    abort: (reason, by) => send({ type: 'abort', reason }, by),
    interrupt: () => host.interrupt(),
    subscribe: (listener) => host.subscribe(listener),
    view,
  };
}

function checkDecision({ run, context, question }: RunView, event: OutsideEvent): void {
  const answer = { question: String(event.question), option: String(event.option) };
  if (effectOf(context, answer)) return;
  const options = question?.options.map(({ id }) => id).join(', ');
  throw new MagiError(
    'MAGI_DECISION_INVALID',
    question
      ? `Run ${run} asks "${question.id}"; "${answer.option}" to "${answer.question}" does not answer it.`
      : `Run ${run} asks nothing at the moment.`,
    { exitCode: 2, ...(options ? { hint: `The options are: ${options}.` } : {}) },
  );
}
