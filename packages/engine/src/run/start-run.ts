import {
  type Clock,
  type EffectRunner,
  type Entry,
  type EventLog,
  type Input,
  MagiError,
  RunInput,
  TrainingInput,
} from '@magi/contracts';
import { readEntries } from '@magi/event-log';
import type { Redact } from '../host/clean-input.ts';
import { createHost } from '../host/create-host.ts';
import type { Host } from '../host/host.ts';
import type { Durability } from '../host/journal.ts';
import type { Owner } from '../host/write-lease.ts';
import { checkEffectOutput } from './effect-outputs.ts';
import { newestRelease, type Release, releaseOf } from './registry.ts';
import { handleOf, type RunHandle } from './run-handle.ts';

type InitInput = Extract<Input, { type: 'init' }>;

export interface RunPorts {
  readonly log: EventLog;
  readonly runner: EffectRunner;
  readonly clock: Clock;
  readonly run: string;
  readonly owner: Owner;
  readonly durability?: Durability;
  /** Replaces secrets before anything is stored. */
  readonly redact?: Redact;
}

export interface StartRunOptions extends RunPorts {
  readonly input: RunInput;
  readonly magiVersion: string;
}

export interface ResumeRunOptions extends RunPorts {
  /** Recorded before anything is started again: how a fork is told another answer. */
  readonly inputs?: readonly Input[];
  /** Clears away what the last process left running, now that the run is ours; may not be there. */
  readonly takenOver?: () => Promise<void>;
}

/** Kinds of effects that leave traces outside the log: asked about before they are repeated. */
const RECONCILED = ['fix', 'validate', 'promote', 'discard', 'publish', 'upgrade'] as const;

/**
 * Starts a new run: its first entry pins the input and the machine.
 *
 * @throws `MAGI_RUN_BUSY`, `MAGI_LOG_VERSION` when the log exists already, and what the log throws
 */
export async function startRun(options: StartRunOptions): Promise<RunHandle> {
  return begin(options, newestRelease(), RunInput.parse(options.input));
}

/**
 * Starts a training, which is logged, resumed and replayed like any run.
 *
 * @throws as `startRun` does
 */
export async function startTraining(
  options: RunPorts & { readonly input: TrainingInput; readonly magiVersion: string },
): Promise<RunHandle> {
  return begin(options, newestRelease('training'), TrainingInput.parse(options.input));
}

/**
 * Goes on with a run that was cut off, or wakes one that waits for a person.
 *
 * Everything is derived from the log again. Finished work is not repeated; work that was under way
 * is asked about first where it leaves traces, and started again.
 *
 * @throws `MAGI_RUN_UNKNOWN`, `MAGI_RUN_BUSY`, `MAGI_MACHINE_UNKNOWN`, `MAGI_REPLAY_DIVERGED`, and
 * what reading the log throws
 */
export async function resumeRun(options: ResumeRunOptions): Promise<RunHandle> {
  const { machine } = releaseOf((await firstInput(options)).machine);
  const host = hostOf(options, machine);
  const handle = handleOf(options.run, host);
  await host.resume(entriesOf(options.log, options.run), options.inputs ?? []);
  return handle;
}

async function begin(
  options: RunPorts & { readonly magiVersion: string },
  { identity, machine }: Release,
  input: RunInput | TrainingInput,
): Promise<RunHandle> {
  const host = hostOf(options, machine);
  const handle = handleOf(options.run, host);
  await host.begin({
    type: 'init',
    machine: identity,
    input: input as InitInput['input'],
    magi: options.magiVersion,
  });
  return handle;
}

function hostOf(
  options: RunPorts & Pick<ResumeRunOptions, 'takenOver'>,
  machine: Release['machine'],
): Host {
  const { log, runner, clock, run, owner, durability, redact, takenOver } = options;
  return createHost({
    logic: machine,
    log,
    runner,
    clock,
    run,
    owner,
    checkOutput: checkEffectOutput,
    reconciles: RECONCILED,
    ...(durability === undefined ? {} : { durability }),
    ...(redact === undefined ? {} : { redact }),
    ...(takenOver === undefined ? {} : { takenOver }),
  });
}

async function* entriesOf(log: EventLog, run: string): AsyncGenerator<Entry> {
  for await (const { entry } of readEntries(log, run)) yield entry;
}

async function firstInput({ log, run }: RunPorts): Promise<InitInput> {
  for await (const { entry } of readEntries(log, run, { to: 0 })) {
    if (entry.in?.type === 'init') return entry.in;
  }
  throw new MagiError('MAGI_RUN_UNKNOWN', `There is no run "${run}".`, {
    exitCode: 2,
    hint: '`magi runs` lists the runs of this repository.',
  });
}
