import { Entry, type EventLog, type RunInput } from '@magi/contracts';
import { createMemoryLog, exportRun, readEntries } from '@magi/event-log';
import type { RunEnd, RunHandle } from '../run/run-handle.ts';
import {
  type ResumeRunOptions,
  resumeRun,
  type StartRunOptions,
  startRun,
} from '../run/start-run.ts';
import { aRunInput } from './builders.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { type Script, type ScriptedRunner, scriptedRunner } from './scripted-runner.ts';

/** A run that was played to a rest. */
export interface PlayedRun {
  readonly end: RunEnd;
  readonly entries: readonly Entry[];
  /** The run as an exported log, which every reading command accepts. */
  readonly exported: string;
  readonly runner: ScriptedRunner;
  readonly handle: RunHandle;
}

export interface PlayOptions {
  readonly log?: EventLog;
  readonly run?: string;
  readonly clock?: ManualClock;
  readonly ports?: Partial<ResumeRunOptions & StartRunOptions>;
  /** What happens from outside once the run has begun. */
  readonly meanwhile?: (handle: RunHandle, clock: ManualClock) => Promise<void>;
}

/** Plays a new run against a script to its next rest. */
export function playRun(
  script: Script,
  changes: Partial<RunInput> = {},
  options: PlayOptions = {},
): Promise<PlayedRun> {
  return play(script, options, (ports) =>
    startRun({ ...ports, input: aRunInput(changes), magiVersion: '0.1.0' }),
  );
}

/** Takes up a run again, against a script of its own, to its next rest. */
export function resumeOn(script: Script, options: PlayOptions & { readonly log: EventLog }) {
  return play(script, options, resumeRun);
}

async function play(
  script: Script,
  options: PlayOptions,
  begin: (ports: ResumeRunOptions) => Promise<RunHandle>,
): Promise<PlayedRun> {
  const { log = createMemoryLog(), run = 'r1', clock = manualClock() } = options;
  const runner = scriptedRunner(script);
  const owner = { pid: 1, host: 'test' };
  const handle = await begin({ log, run, clock, runner, owner, ...options.ports });
  await options.meanwhile?.(handle, clock);
  const end = await handle.done;
  return {
    end,
    entries: await entriesOf(log, run),
    exported: await exportOf(log, run),
    runner,
    handle,
  };
}

async function exportOf(log: EventLog, run: string): Promise<string> {
  let text = '';
  for await (const line of exportRun(log, run)) text += line;
  return text;
}

/** Entries of an exported log; payloads beside the log are not put back. */
export function entriesIn(exported: string): readonly Entry[] {
  const lines = exported.trimEnd().split('\n');
  return lines.map((line) => {
    const { id: _id, hash: _hash, ...entry } = JSON.parse(line) as Record<string, unknown>;
    return Entry.parse(entry);
  });
}

/** All entries of a run, as stored. */
export async function entriesOf(log: EventLog, run: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const { entry } of readEntries(log, run)) entries.push(entry);
  return entries;
}

/** Lets everything that is ready run. */
export async function quiet(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets time go by, half a second at a time, until the run comes to rest. */
export async function timePasses(handle: RunHandle, clock: ManualClock): Promise<void> {
  const rest = handle.done.then(
    () => true,
    () => true,
  );
  for (let turn = 0; turn < 60; turn += 1) {
    const isOver = await Promise.race([rest, quiet(10).then(() => false)]);
    if (isOver) return;
    clock.advance(500);
  }
}
