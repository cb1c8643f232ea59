import type { EffectRequest, EffectRunner, Json, RecordedError } from '@magi/contracts';
import type { AskedEffect } from './deterministic-system.ts';
import { recordedError } from './recorded-error.ts';

/** Checks an output before it may become an entry; a complaint names the path. */
export type CheckOutput = (kind: string, output: unknown) => CheckedOutput;

export type CheckedOutput =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly why: string };

export interface DispatcherOptions {
  readonly run: string;
  readonly runner: EffectRunner;
  readonly checkOutput: CheckOutput;
  /** Kinds whose fate in the outside world is asked for before they are started again. */
  readonly reconciles: readonly string[];
  readonly done: (kind: string, key: string, output: Json) => void;
  readonly failed: (key: string, error: RecordedError) => void;
  readonly reconciled: (key: string, result: string) => void;
  readonly progress: (key: string, message: string) => void;
}

/**
 * Starts effects and takes in their results. It knows nothing of the log.
 *
 * @see DESIGN.md E4, E5, E8
 */
export function createDispatcher(options: DispatcherOptions) {
  const running = new Map<string, AbortController>();

  function requestOf(asked: AskedEffect): EffectRequest {
    const { key, kind, input } = asked;
    return { run: options.run, key, kind: kind as EffectRequest['kind'], input };
  }

  function contextOf(key: string, start: number) {
    const controller = new AbortController();
    running.set(key, controller);
    const progress = (message: string) => options.progress(key, message);
    return {
      // Made when it is asked for: a signal costs more than everything else about a start.
      get signal() {
        return controller.signal;
      },
      start,
      progress,
    };
  }

  function settle(asked: AskedEffect, output: unknown): void {
    const checked = options.checkOutput(asked.kind, output);
    if (checked.ok) options.done(asked.kind, asked.key, checked.output);
    else options.failed(asked.key, invalidOutput(asked.kind, checked.why));
  }

  /** Runs a piece of work; failures of work that was called off meanwhile are of no interest. */
  async function attempt(key: string, work: () => Promise<void>): Promise<void> {
    const controller = running.get(key);
    try {
      await work();
    } catch (thrown) {
      if (running.get(key) === controller) options.failed(key, recordedError(thrown));
    } finally {
      if (running.get(key) === controller) running.delete(key);
    }
  }

  async function reconcile(asked: AskedEffect, start: number): Promise<void> {
    const context = contextOf(asked.key, start);
    await attempt(asked.key, async () => {
      const fate = await options.runner.reconcile?.(requestOf(asked), context);
      if (fate?.state === 'done') {
        options.reconciled(asked.key, 'done');
        settle(asked, fate.output);
      } else {
        options.reconciled(asked.key, fate?.note ?? 'restart');
      }
    });
  }

  return {
    /** True when the outside has to be asked what became of the effect before a restart. */
    mustReconcile: (kind: string): boolean =>
      options.runner.reconcile !== undefined && options.reconciles.includes(kind),
    reconcile,
    async start(asked: AskedEffect, start: number): Promise<void> {
      const context = contextOf(asked.key, start);
      await attempt(asked.key, async () => {
        settle(asked, await options.runner.run(requestOf(asked), context));
      });
    },
    /** Calls off an effect that nobody waits for any more. */
    cancel(key: string): void {
      running.get(key)?.abort();
      running.delete(key);
    },
    cancelAll(): void {
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}

/** The failure of an effect whose answer cannot be used. */
export function invalidOutput(kind: string, why: string): RecordedError {
  const message = `${kind} answered with something else than it promised: ${why}`;
  return { name: 'InvalidOutput', code: 'INVALID_OUTPUT', message };
}
