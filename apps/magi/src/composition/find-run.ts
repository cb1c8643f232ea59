import { resolve } from 'node:path';
import { type EventLog, MagiError } from '@magi/contracts';
import { listRuns, openExportedLog } from '@magi/event-log';
import type { CommandContext } from '../command-context.ts';
import { openStateLogs, type StateLog } from './state-log.ts';
import { didYouMean } from './suggest.ts';
import { findWorkspace } from './workspace.ts';

/** A run that a command was pointed at, in a log that is open for reading. */
export interface FoundRun {
  readonly run: string;
  readonly log: EventLog;
  /** State folder, or null for an exported file. */
  readonly dir: string | null;
  close(): Promise<void>;
}

/**
 * Finds the run that `reference` means: an id, a unique beginning or end of one, `last`, or a
 * `.magi.jsonl` file.
 *
 * @throws `MAGI_RUN_UNKNOWN`, `MAGI_RUN_AMBIGUOUS`, exit 2
 */
export async function findRun(context: CommandContext, reference: string): Promise<FoundRun> {
  if (reference.endsWith('.jsonl')) {
    const warn = (message: string): void => context.terminal.err(`warning: ${message}\n`);
    return openFile(resolve(context.cwd, reference), warn);
  }
  const { folders } = await findWorkspace(context);
  const logs = await openStateLogs(folders);
  const close = async (): Promise<void> => {
    await Promise.all(logs.map(({ log }) => log.close()));
  };
  try {
    const runs = (await Promise.all(logs.map(runsOf))).flat();
    const { run, home } = choose(runs, reference);
    return { run, log: home.log, dir: home.dir, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Candidate {
  readonly run: string;
  readonly home: StateLog;
}

async function runsOf(home: StateLog): Promise<Candidate[]> {
  const runs: Candidate[] = [];
  for await (const { stream } of listRuns(home.log)) runs.push({ run: stream, home });
  return runs;
}

function choose(runs: readonly Candidate[], reference: string): Candidate {
  const sorted = [...runs].sort((a, b) => (a.run < b.run ? -1 : 1));
  if (reference === 'last') {
    const last = sorted.at(-1);
    if (last === undefined) throw unknown('There are no runs here yet.', 'Start one: magi review');
    return last;
  }
  if (reference.trim() === '') throw unknown('No run is named.', 'Say which: an id, or last.');
  const exact = sorted.find(({ run }) => run === reference);
  if (exact !== undefined) return exact;
  const matches = sorted.filter(
    ({ run }) => run.startsWith(reference) || run.endsWith(`-${reference}`),
  );
  const [match, ...others] = matches;
  if (match === undefined) {
    const names = sorted.map(({ run }) => run);
    throw unknown(
      `There is no run "${reference}" here.${didYouMean(reference, names)}`,
      'magi runs lists the runs of this repository.',
    );
  }
  if (others.length > 0) {
    const names = matches.slice(0, 5).map(({ run }) => run);
    throw new MagiError(
      'MAGI_RUN_AMBIGUOUS',
      `"${reference}" means ${matches.length} runs: ${names.join(', ')}${matches.length > 5 ? ', …' : ''}.`,
      { hint: 'Give more of the id.', exitCode: 2 },
    );
  }
  return match;
}

async function openFile(path: string, warn: (message: string) => void): Promise<FoundRun> {
  const log = await openExportedLog(path);
  for await (const { stream } of listRuns(log)) {
    for (const { message } of log.damageOf(stream)) warn(`${path}: ${message}`);
    return { run: stream, log, dir: null, close: () => log.close() };
  }
  await log.close();
  throw unknown(`${path} holds no run.`, 'magi export RUN -o FILE writes one.');
}

function unknown(message: string, hint: string): MagiError {
  return new MagiError('MAGI_RUN_UNKNOWN', message, { hint, exitCode: 2 });
}
