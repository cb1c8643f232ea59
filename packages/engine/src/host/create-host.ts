import { type Entry, type Input, MagiError, type Note } from '@magi/contracts';
import { createCamera } from '../seek/film.ts';
import { createArmedTimers } from './armed-timers.ts';
import { cleanItem } from './clean-input.ts';
import { deferred } from './deferred.ts';
import type { AskedEffect } from './deterministic-system.ts';
import { createDispatcher, invalidOutput } from './dispatcher.ts';
import type { Host, HostOptions, HostUpdate, Published, Rest } from './host.ts';
import { createInbox } from './inbox.ts';
import { createJournal } from './journal.ts';
import { createStage, type Item, type Stage } from './stage.ts';
import { takeLease, type WriteLease } from './write-lease.ts';

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
  let lease: WriteLease | null = null;
  let isFinished = false;
  let isClockTold = false;
  let phase: 'running' | 'stopping' | 'stopped' = 'running';
  let resting = deferred<Rest>();
  let published: Published | null = null;

  const dispatcher = createDispatcher({
    run,
    runner: options.runner,
    checkOutput: options.checkOutput,
    reconciles: options.reconciles ?? [],
    done: (kind, key, output) => {
      const refusal = tryPush({ in: { type: 'done', key, output } });
      if (refusal) push({ in: { type: 'fail', key, error: invalidOutput(kind, refusal) } });
    },
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
  const inbox = createInbox({ settle, idle: restWhenIdle, failed: collapse });

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

  function clean(item: Item): Item {
    return cleanItem(item, options.redact);
  }

  function push(item: Item): void {
    // At rest the run is not ours to write: what comes late then has no effect anyway.
    if (phase !== 'stopped' && lease) inbox.push(clean(item));
  }

  /** The same for what may be no JSON; gives the reason when it is not. */
  function tryPush(item: Item): string | null {
    try {
      push(item);
      return null;
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  async function settle(batch: readonly Item[]): Promise<void> {
    lease ??= await acquire();
    const entries = [...clockNotes(), ...batch].flatMap(add);
    entries.push(...consequences().flatMap((note) => add({ note })));
    await journal.commit(entries, lease.lease);
    publish();
    for (const entry of entries) tell({ type: 'entry', entry });
    dispatch(entries);
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
    // Somebody may have answered while the lease was given back.
    if (inbox.isEmpty()) resting.resolve(rest);
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

  /** Takes the right to write and derives the state from the log; gives it back where that fails. */
  async function acquireAndRepeat(entries: AsyncIterable<Entry>): Promise<WriteLease> {
    const taken = await acquire();
    try {
      for await (const entry of entries) {
        stage.repeat(entry);
        isFinished ||= entry.note?.type === 'finished';
      }
      if (!isFinished) await options.takenOver?.();
    } catch (error) {
      await taken.release();
      throw error;
    }
    lease = taken;
    publish();
    return taken;
  }

  /** Effects that were under way, leave traces and are not answered by what comes next. */
  function unsettled(inputs: readonly Input[]): readonly AskedEffect[] {
    const answered = new Set(inputs.map((input) => ('key' in input ? input.key : null)));
    return stage.system
      .asked()
      .filter(({ key }) => stage.starts(key) > 0 && !answered.has(key))
      .filter(({ kind }) => dispatcher.mustReconcile(kind));
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
      await inbox.pushAndWait([clean({ in: init })]);
    },
    async resume(entries, inputs = []) {
      const { lease: own } = await acquireAndRepeat(entries);
      if (isFinished) return restWhenIdle();
      const note: Note = { type: 'resumed', pid: owner.pid, epoch: own.epoch };
      const items: Item[] = [{ note }, ...inputs.map((input) => ({ in: input }))];
      const inFlight = unsettled(inputs);
      for (const { key } of inFlight) reconciling.add(key);
      await inbox.pushAndWait(items.map(clean));
      for (const effect of inFlight) {
        void dispatcher.reconcile(effect, stage.starts(effect.key) + 1);
      }
    },
    async ingest(input) {
      if (phase !== 'running') throw stopped(run);
      const item = clean({ in: input });
      resting = resting.isSettled() ? deferred<Rest>() : resting;
      await inbox.pushAndWait([item]);
    },
    async interrupt() {
      if (phase === 'running') phase = 'stopping';
      timers.clear();
      dispatcher.cancelAll();
      await inbox.quiet();
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
