import { hostname } from 'node:os';
import { MagiError, TrainingInput } from '@magi/contracts';
import { type RunHandle, resumeRun, startTraining, type TrainingContext } from '@magi/engine';
import { listRuns, type MaintainedLog, readEntries } from '@magi/event-log';
import { jsonDocument } from '@magi/reports';
import { type Proposal, type Scorecard, type Study, scorecardSvg, studyRuns } from '@magi/trainer';
import type { CommandContext } from '../command-context.ts';
import { personHere } from '../composition/ask-person.ts';
import { systemClock } from '../composition/clock.ts';
import { createEffectRunner } from '../composition/effect-runner.ts';
import { createRunId } from '../composition/run-id.ts';
import { openStateLog } from '../composition/state-log.ts';
import { findWorkspace, requireRepository } from '../composition/workspace.ts';
import { proposalText, scorecardTable } from './study-text.ts';
import { type TrainingDesk, trainingEffects, upgradeOf } from './training-effects.ts';
import { readTrainingRuns, trainableRuns } from './training-runs.ts';
import { readUntrusted } from './untrusted-runs.ts';

type Sources = TrainingInput['sources'];

/** What every part of `magi train` works with. */
interface Bench {
  readonly context: CommandContext;
  readonly log: MaintainedLog;
  readonly dir: string;
  readonly desk: Omit<TrainingDesk, 'input'>;
}

/** Opens the record for a training and closes it afterwards. */
export async function atBench(
  context: CommandContext,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const workspace = await findWorkspace(context);
  const repository = requireRepository(workspace);
  const warn = (message: string): void => context.terminal.err(`warning: ${message}\n`);
  const { log, dir } = await openStateLog(workspace.folders, warn);
  try {
    const untrusted = await readUntrusted(dir);
    await work({ context, log, dir, desk: { repository, log, untrusted, cwd: context.cwd } });
  } finally {
    await log.close();
  }
}

/** Prints scorecards of all trusted runs; writes nothing. */
export async function report({ context, log, desk }: Bench, isJson: boolean): Promise<void> {
  const { scorecards, runs } = await studyRecord({ log, desk });
  if (isJson) printJson(context, { runs, scorecards });
  else context.terminal.out(scorecardTable(scorecards));
}

/** The failure rate of a check over time, as SVG. */
export async function picture({ log, desk }: Bench, check: string): Promise<string> {
  const { labels } = await studyRecord({ log, desk });
  if (!labels.some((label) => label.check === check)) throw unknown(`No run evaluated ${check}.`);
  return scorecardSvg(check, labels);
}

async function studyRecord({ log, desk }: Pick<Bench, 'log' | 'desk'>): Promise<Study> {
  const names = (await trainableRuns(log, desk.untrusted)).map(({ run }) => run);
  return studyRuns(() => readTrainingRuns(log, names));
}

/** Studies the record and the given sources, and parks with what it proposes. */
export async function propose(bench: Bench, sources: Sources, isJson: boolean): Promise<void> {
  const handle = await begin(bench, {
    mode: 'propose',
    protocol: { id: 'training' },
    sources,
  });
  const { study, terminal } = await restOf(handle);
  if (terminal?.outcome === 'blocked') throw broken(terminal.message);
  const proposals = (study?.proposals ?? []) as unknown as readonly Proposal[];
  const scorecards = (study?.scorecards ?? []) as unknown as readonly Scorecard[];
  if (isJson) printJson(bench.context, { run: handle.run, scorecards, proposals });
  else bench.context.terminal.out(proposalText(proposals, handle.run));
  await handle.interrupt();
}

/** Approves a proposal of the newest training that made it, and writes the upgrade. */
export async function apply(bench: Bench, id: string): Promise<void> {
  const found = await findTraining(
    bench.log,
    (context) =>
      context.terminal === null && (context.study?.proposals.some((it) => it.id === id) ?? false),
  );
  if (found === null) throw unknown(`No open training proposes ${id}.`);
  const input = found.context.input;
  const handle = await resumeRun({ ...portsOf(bench, input), run: found.run });
  const by = personHere();
  await handle.done;
  await handle.send({ type: 'approval.given', proposal: id, by }, by);
  finish(bench, await restOf(handle));
}

/** Takes the newest upgrade by a proposal back. */
export async function revert(bench: Bench, id: string): Promise<void> {
  const found = await findTraining(
    bench.log,
    ({ upgrade, terminal }) => upgrade?.proposal === id && terminal?.reason === 'upgraded',
  );
  if (found === null) throw unknown(`No training upgraded anything by ${id}.`);
  await upgradeOf(bench.log, found.run);
  const handle = await begin(bench, {
    mode: 'revert',
    protocol: { id: 'training' },
    sources: { runs: false, feedback: [], reviews: [], history: [], component: null },
    revert: { proposal: id, run: found.run },
  });
  finish(bench, await restOf(handle));
}

async function begin(bench: Bench, input: TrainingInput): Promise<RunHandle> {
  return startTraining({
    ...portsOf(bench, input),
    run: createRunId(Date.now()),
    input: TrainingInput.parse(input),
    magiVersion: bench.context.version,
  });
}

function portsOf({ log, desk }: Bench, input: TrainingInput) {
  return {
    log,
    runner: createEffectRunner(trainingEffects({ ...desk, input })),
    clock: systemClock,
    owner: { pid: process.pid, host: hostname() },
  };
}

async function restOf(handle: RunHandle): Promise<TrainingContext> {
  const { view } = await handle.done;
  return view.context as unknown as TrainingContext;
}

function finish({ context }: Bench, { terminal }: TrainingContext): void {
  if (terminal?.outcome !== 'converged')
    throw broken(terminal?.message ?? 'The training did not end.');
  context.terminal.out(`${terminal.message}\n${terminal.nextStep}\n`);
}

/** The newest training whose state satisfies a predicate. */
async function findTraining(
  log: MaintainedLog,
  is: (context: TrainingContext) => boolean,
): Promise<{ readonly run: string; readonly context: TrainingContext } | null> {
  const runs: string[] = [];
  for await (const { stream } of listRuns(log)) runs.push(stream);
  for (const run of runs.sort().reverse()) {
    const context = await trainingContext(log, run);
    if (context !== null && is(context)) return { run, context };
  }
  return null;
}

async function trainingContext(log: MaintainedLog, run: string): Promise<TrainingContext | null> {
  const entries = [];
  for await (const { entry } of readEntries(log, run)) {
    const isOther = entry.in?.type === 'init' && entry.in.machine.id !== 'training';
    if (isOther) return null;
    entries.push(entry);
  }
  const { replay } = await import('@magi/engine/replay');
  return replay(entries).view.context as unknown as TrainingContext;
}

function printJson({ terminal }: CommandContext, value: object): void {
  terminal.out(jsonDocument({ schemaVersion: 1, ...value }));
}

function broken(message: string): MagiError {
  return new MagiError('MAGI_TRAINING_BLOCKED', message, { exitCode: 5 });
}

function unknown(message: string): MagiError {
  return new MagiError('MAGI_PROPOSAL_UNKNOWN', message, {
    hint: 'magi train --propose lists what is proposed.',
    exitCode: 2,
  });
}
