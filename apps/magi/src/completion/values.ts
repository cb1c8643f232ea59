import type { Argument, Option } from '@commander-js/extra-typings';
import { replay } from '@magi/engine/replay';
import { listRuns } from '@magi/event-log';
import { protocols } from '@magi/protocols';
import { reporterNames } from '@magi/reports';
import type { CommandContext, CommandEntry } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { readRun } from '../composition/read-run.ts';
import { openStateLogs } from '../composition/state-log.ts';
import { findWorkspace } from '../composition/workspace.ts';
import { readLedger, standing } from '../dispositions/ledger.ts';
import type { Candidate, Completion } from './candidate.ts';

/** What is being completed, and what stands before it. */
export interface ValuePlace {
  readonly context: CommandContext;
  readonly entry: CommandEntry;
  readonly positionals: readonly string[];
  readonly option?: Option;
  readonly argument?: Argument;
}

const MOST_RUNS = 50;

/**
 * Values for a placeholder such as `<run>` or `<file>`, by its name. What cannot be looked up has
 * none: completion never fails.
 */
export async function valuesFor(name: string, place: ValuePlace): Promise<Completion> {
  const choices = (place.option ?? place.argument)?.argChoices;
  if (choices !== undefined) return words(choices.map((word) => ({ word, meaning: '' })));
  if (place.option?.long === '--protocol') return words(protocolWords());
  if (place.option?.long === '--option') return words(await quietly(() => answers(place)));
  switch (name) {
    case 'run':
    case 'what':
      return words(await quietly(() => runs(place)));
    case 'findings':
    case 'part':
      return words(await quietly(() => findings(place)));
    case 'finding':
      return words(await quietly(() => dismissed(place)));
    case 'name[=file]':
      return words(reporterNames.map((word) => ({ word, meaning: '' })));
    case 'file':
    case 'files':
    case 'dir':
    case 'path':
      return { kind: 'files' };
    default:
      return words([]);
  }
}

function words(candidates: readonly Candidate[]): Completion {
  return { kind: 'words', candidates };
}

async function quietly(look: () => Promise<readonly Candidate[]>): Promise<readonly Candidate[]> {
  return look().catch(() => []);
}

function protocolWords(): Candidate[] {
  return protocols().map(({ id, title }) => ({ word: id, meaning: title }));
}

/** Newest first, after the word for the newest. */
async function runs({ context, entry }: ValuePlace): Promise<readonly Candidate[]> {
  const { folders } = await findWorkspace(context);
  const logs = await openStateLogs(folders);
  try {
    const found: Candidate[] = [];
    for (const { log } of logs) {
      for await (const { stream, at, version } of listRuns(log)) {
        found.push({
          word: stream,
          meaning: `${at.slice(0, 16).replace('T', ' ')}, ${version} entries`,
        });
      }
    }
    const newest = found.sort((a, b) => (a.word < b.word ? 1 : -1)).slice(0, MOST_RUNS);
    const names = entry.name === 'graph' ? [{ word: 'magi', meaning: 'the protocol' }] : [];
    return [...names, { word: 'last', meaning: 'the newest run' }, ...newest];
  } finally {
    await Promise.all(logs.map(({ log }) => log.close()));
  }
}

async function findings({ context, positionals }: ValuePlace): Promise<readonly Candidate[]> {
  const { history } = (await viewOf(context, positionals[0])).context;
  return (history.at(-1)?.consolidation.findings ?? [])
    .filter(({ id }) => !positionals.includes(id))
    .map(({ id, severity, file, line, message }) => ({
      word: id,
      meaning: `${severity} ${file}:${line} ${message}`,
    }));
}

async function answers({ context, positionals }: ValuePlace): Promise<readonly Candidate[]> {
  const { question } = await viewOf(context, positionals[0]);
  return (question?.options ?? []).map(({ id, label }) => ({ word: id, meaning: label }));
}

async function dismissed({ context }: ValuePlace): Promise<readonly Candidate[]> {
  const { folders } = await findWorkspace(context);
  const logs = await openStateLogs(folders);
  try {
    const ledgers = await Promise.all(logs.map(({ log }) => readLedger(log)));
    return standing(ledgers.flat()).map(({ finding: { id, file, line, message } }) => ({
      word: id,
      meaning: `${file}:${line} ${message}`,
    }));
  } finally {
    await Promise.all(logs.map(({ log }) => log.close()));
  }
}

async function viewOf(context: CommandContext, reference = 'last') {
  const found = await findRun(context, reference);
  try {
    return replay(await readRun(found.log, found.run)).view;
  } finally {
    await found.close();
  }
}
