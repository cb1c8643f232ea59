import {
  type Clock,
  type EffectRunner,
  type Entry,
  type EventLog,
  type Input,
  MagiError,
  type Note,
} from '@magi/contracts';
import type { AnyActorLogic } from 'xstate';
import { createCamera } from '../seek/film.ts';
import { createArmedTimers } from './armed-timers.ts';
import { cleanItem, type Redact } from './clean-input.ts';
import type { SystemState } from './deterministic-system.ts';
import { type CheckOutput, createDispatcher } from './dispatcher.ts';
import { createJournal, type Durability } from './journal.ts';
import { createStage, type Item, type Stage } from './stage.ts';
import { type Owner, takeLease, type WriteLease } from './write-lease.ts';

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

/**
 * Runs an XState actor system whose every input is a log entry before it takes effect.
 *
 * Inputs that arrive together are staged together and committed at once, with the notes that their
 * consequences give rise to; effects start only after that commit.
 *
 * @see DESIGN.md
 */
export function createHost(options: HostOptions): Host {
  const { log, run, clock, owner } = options;
  const stage = createStage(options.logic, { run });
  const camera = createCamera(log, run);
  const journal = createJournal(log, run, options.durability ?? 'durable');
  const listeners = new Set<(update: HostUpdate) => void>();
  const dispatched = new Set<string>();
  const reconciling = new Set<string>();
  let queue: QueuedItem[] = [];
  let lease: WriteLease | null = null;
  let isPumping = false;
  let isFinished = false;
  let isClockTold = false;
  let phase: 'running' | 'stopping' | 'stopped' = 'running';
  let resting = promiseOf<Rest>();
  let published: Published | null = null;

  const dispatcher = createDispatcher({
    run,
    runner: options.runner,
    checkOutput: options.checkOutput,
    reconciles: options.reconciles ?? [],
    done: (key, output) => push({ in: { type: 'done', key, output } }),
    failed: (key, error) => {
      reconciling.delete(key);
      push({ in: { type: 'fail', key, error } });
    },
    reconciled: (key, result) => {
      reconciling.delete(key);
      push({ note: { type: 'reconciled', key, result } });
    },
    progress: (key, message) => tell({ type: 'progress', key, message }),
  });
  const timers = createArmedTimers(clock, (id) => push({ in: { type: 'timer', id } }));

  function tell(update: HostUpdate): void {
    for (const listener of listeners) {
      try {
        listener(update);
      } catch (error) {
        // A fault of a spectator is reported, but must not touch the run.
        setImmediate(() => {
          throw error;
        });
      }
    }
  }

  function push(item: Item): void {
    // At rest the run is not ours to write: what comes late then has no effect anyway.
    if (phase === 'stopped' || !lease) return;
    queue.push({ item: cleanItem(item, options.redact) });
    void pump();
  }

  async function pushAndWait(item: Item): Promise<void> {
    queue.push({ item: cleanItem(item, options.redact) });
    await committed();
  }

  /** Resolves when what is last in the queue is durable. */
  function committed(): Promise<void> {
    const durable = promiseOf<void>();
    const last = queue.pop();
    if (last) queue.push({ ...last, durable });
    void pump();
    return durable.promise;
  }

  /** Commits what has come in until nothing more comes. */
  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      do {
        // Results of one turn of the event loop share one commit.
        await new Promise((resolve) => setImmediate(resolve));
        const batch = queue;
        queue = [];
        if (batch.length > 0) await settle(batch);
        if (queue.length === 0) await restWhenIdle();
      } while (queue.length > 0);
    } catch (error) {
      await collapse(error);
    } finally {
      isPumping = false;
    }
  }

  async function settle(batch: readonly QueuedItem[]): Promise<void> {
    try {
      lease ??= await acquire();
      const entries = [...clockNotes(), ...batch.map(({ item }) => item)].flatMap(add);
      entries.push(...consequences().flatMap((note) => add({ note })));
      await journal.commit(entries, lease.lease);
      publish();
      for (const entry of entries) tell({ type: 'entry', entry });
      dispatch(entries);
      for (const { durable } of batch) durable?.resolve();
    } catch (error) {
      for (const { durable } of batch) durable?.reject(error);
      throw error;
    }
  }

  /** Entries never go back in time; that the clock did is told once. */
  function clockNotes(): Item[] {
    const backMs = stage.lastAtMs() - clock.now();
    if (backMs <= 0 || isClockTold) return [];
    isClockTold = true;
    const message = `The clock is ${backMs} ms behind the newest entry; entries keep its time.`;
    return [{ note: { type: 'warning', code: 'CLOCK_SET_BACK', message } }];
  }

  function publish(): void {
    published = {
      seq: stage.nextSeq() - 1,
      stateHash: stage.stateHash(),
      state: stage.state(),
    };
  }

  function add(item: Item): Entry[] {
    const entries = stage.add(item, clock.now());
    for (const { seq } of entries) camera.see(seq, stage.state());
    return entries;
  }

  function acquire(): Promise<WriteLease> {
    return takeLease(log, run, owner, { clock, lost: (error) => void collapse(error) });
  }

  /** Notes for the effects that are about to be started, or for the end. */
  function consequences(): Note[] {
    if (phase !== 'running') return [];
    if (stage.system.root().getSnapshot().status === 'done' && !isFinished) {
      isFinished = true;
      return [{ type: 'finished', stateHash: stage.stateHash() }];
    }
    return stage.system
      .asked()
      .filter(({ key }) => !dispatched.has(key) && !reconciling.has(key))
      .map(({ key, kind }) => ({
        type: 'effect.started',
        key,
        kind,
        start: stage.starts(key) + 1,
        pid: owner.pid,
      }));
  }

  /** Carries out what the committed entries say: stop, start, wait. */
  function dispatch(entries: readonly Entry[]): void {
    const asked = new Map(stage.system.asked().map((effect) => [effect.key, effect]));
    for (const { note } of entries) {
      if (note?.type === 'effect.cancelled') dispatcher.cancel(note.key);
      if (note?.type !== 'effect.started' || dispatched.has(note.key)) continue;
      const effect = asked.get(note.key);
      dispatched.add(note.key);
      if (effect) void dispatcher.start(effect, note.start);
    }
    if (phase === 'running') timers.set(stage.system.timers());
  }

  async function restWhenIdle(): Promise<void> {
    const rest = restOf(stage);
    if (rest === null || phase !== 'running') return;
    if (rest !== 'parked') phase = 'stopped';
    await release();
    resting.resolve(rest);
  }

  /** The log took no more: memory is ahead of it, so nothing may follow from it. */
  async function collapse(error: unknown): Promise<void> {
    phase = 'stopped';
    timers.clear();
    dispatcher.cancelAll();
    await lease?.release().catch(() => undefined);
    lease = null;
    resting.reject(error);
  }

  async function release(): Promise<void> {
    timers.clear();
    await journal.flush();
    await camera.cut();
    await lease?.release();
    lease = null;
  }

  return {
    published() {
      if (!published) throw new Error('A host has no state before its first entry is durable.');
      return published;
    },
    async begin(init) {
      lease = await acquire();
      await pushAndWait({ in: init });
    },
    async resume(entries, inputs = []) {
      lease = await acquire();
      for await (const entry of entries) {
        stage.repeat(entry);
        isFinished ||= entry.note?.type === 'finished';
      }
      publish();
      if (isFinished) return restWhenIdle();
      const note: Note = { type: 'resumed', pid: owner.pid, epoch: lease.lease.epoch };
      const items: Item[] = [{ note }, ...inputs.map((input) => ({ in: input }))];
      queue.push(...items.map((item) => ({ item: cleanItem(item, options.redact) })));
      const answered = new Set(inputs.map((input) => ('key' in input ? input.key : null)));
      const inFlight = stage.system
        .asked()
        .filter(({ key, kind }) => stage.starts(key) > 0 && dispatcher.mustReconcile(kind))
        .filter(({ key }) => !answered.has(key));
      for (const { key } of inFlight) reconciling.add(key);
      await committed();
      for (const effect of inFlight) {
        void dispatcher.reconcile(effect, stage.starts(effect.key) + 1);
      }
    },
    async ingest(input) {
      if (phase !== 'running') throw stopped(run);
      resting = resting.isSettled() ? promiseOf<Rest>() : resting;
      await pushAndWait({ in: input });
    },
    async interrupt() {
      if (phase === 'running') phase = 'stopping';
      timers.clear();
      dispatcher.cancelAll();
      while (isPumping) await new Promise((resolve) => setImmediate(resolve));
      phase = 'stopped';
      await release();
      resting.resolve('interrupted');
    },
    rest: () => resting.promise,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface QueuedItem {
  readonly item: Item;
  readonly durable?: ReturnType<typeof promiseOf<void>>;
}

/** Nothing under way and nothing to wait for: the system is at its end, or asks a person. */
function restOf(stage: Stage): Rest | null {
  const { status } = stage.state().actors;
  if (status === 'done') return 'finished';
  if (status === 'error') return 'failed';
  const isWaiting = stage.system.asked().length > 0 || stage.system.timers().length > 0;
  return isWaiting ? null : 'parked';
}

function stopped(run: string): MagiError {
  return new MagiError('MAGI_RUN_STOPPED', `Run ${run} was stopped here and takes no more input.`, {
    exitCode: 5,
    hint: `Resume it with \`magi resume ${run}\`.`,
  });
}

function promiseOf<Value>() {
  let isSettled = false;
  let fulfil: (value: Value) => void = () => undefined;
  let refuse: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    fulfil = resolve;
    refuse = reject;
  });
  // Whoever waits sees the failure; that nobody waits is no failure of its own.
  promise.catch(() => undefined);
  return {
    promise,
    isSettled: () => isSettled,
    resolve(value: Value) {
      isSettled = true;
      fulfil(value);
    },
    reject(error: unknown) {
      isSettled = true;
      refuse(error);
    },
  };
}
