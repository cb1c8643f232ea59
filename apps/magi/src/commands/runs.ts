import { type Command, Option } from '@commander-js/extra-typings';
import { byText, Outcome, ReviewVerdict, RunsOutput } from '@magi/contracts';
import { listRuns } from '@magi/event-log';
import { jsonDocument, short } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { parseCount } from '../composition/parse-option.ts';
import { type RunSummary, summariseRun } from '../composition/run-summary.ts';
import { openStateLogs } from '../composition/state-log.ts';
import { findWorkspace } from '../composition/workspace.ts';
import { table } from '../text/table.ts';

const sortKeys = ['started', 'entries', 'protocol', 'verdict'] as const;

interface RunsFlags {
  readonly json?: true;
  readonly protocol?: string;
  readonly verdict?: ReviewVerdict;
  readonly outcome?: Outcome;
  readonly open?: true;
  readonly limit?: number;
  readonly sort: (typeof sortKeys)[number];
}

export function configure(command: Command, context: CommandContext): void {
  command
    .option('--json', 'print one JSON document')
    .option('--protocol <name>', 'only runs of this protocol')
    .addOption(
      new Option('--verdict <verdict>', 'only runs with it').choices(ReviewVerdict.options),
    )
    .addOption(new Option('--outcome <outcome>', 'only runs with it').choices(Outcome.options))
    .option('--open', 'only runs without an outcome: going on, cut off or waiting')
    .option('--limit <number>', 'at most so many', parseCount)
    .addOption(
      new Option('--sort <key>', 'order')
        .choices(sortKeys)
        .default('started' as const, 'newest first'),
    )
    .action((flags) => run(context, flags));
}

async function run(context: CommandContext, flags: RunsFlags): Promise<void> {
  const all = await summaries(context);
  const rows = sorted(
    all.filter((row) => isWanted(row, flags)),
    flags.sort,
  ).slice(0, flags.limit ?? all.length);
  if (flags.json) {
    const output = RunsOutput.parse({ schemaVersion: 1, runs: rows });
    context.terminal.out(jsonDocument(output));
  } else if (rows.length === 0) {
    context.terminal.err('No runs here. Start one: magi review\n');
  } else {
    const head = ['RUN', 'STARTED', 'PROTOCOL', 'VERDICT', 'OUTCOME', 'CHANGE'];
    context.terminal.out(table([head, ...rows.map(cells)]));
  }
}

async function summaries(context: CommandContext): Promise<RunSummary[]> {
  const { folders } = await findWorkspace(context);
  const logs = await openStateLogs(folders);
  try {
    const rows: RunSummary[] = [];
    for (const { log } of logs) {
      for await (const info of listRuns(log)) rows.push(await summariseRun(log, info));
    }
    return rows;
  } finally {
    await Promise.all(logs.map(({ log }) => log.close()));
  }
}

function isWanted(row: RunSummary, flags: RunsFlags): boolean {
  if (flags.open && row.outcome !== null) return false;
  return (['protocol', 'verdict', 'outcome'] as const).every(
    (key) => flags[key] === undefined || flags[key] === row[key],
  );
}

/** Newest first, also among equals. */
function sorted(rows: readonly RunSummary[], key: RunsFlags['sort']): RunSummary[] {
  const newestFirst = [...rows].sort(
    (a, b) => byText(b.startedAt, a.startedAt) || byText(b.id, a.id),
  );
  if (key === 'started') return newestFirst;
  if (key === 'entries') return newestFirst.sort((a, b) => b.entries - a.entries);
  return newestFirst.sort((a, b) => byText(a[key] ?? '', b[key] ?? ''));
}

function cells(row: RunSummary): string[] {
  const change =
    row.candidate === null ? '' : `${short(row.candidate.base)}..${short(row.candidate.head)}`;
  return [
    row.id,
    row.startedAt.slice(0, 19).replace('T', ' '),
    row.protocol,
    row.verdict ?? '-',
    row.outcome === null ? `(${row.state})` : `${row.outcome}: ${row.reason}`,
    change,
  ];
}
