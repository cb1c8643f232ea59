import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { MagiError, ReplayOutput } from '@magi/contracts';
import { seek } from '@magi/engine';
import type { Replay } from '@magi/engine/replay';
import { readEntries } from '@magi/event-log';
import { jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { type FoundRun, findRun } from '../composition/find-run.ts';
import { parseCount } from '../composition/parse-option.ts';
import { writeOutput } from '../composition/write-output.ts';
import { layoutStores } from '../inspect/layout-stores.ts';
import { readPageAssets } from '../inspect/page-assets.ts';
import { recordedFile } from '../inspect/recorded-file.ts';
import { describeEntry } from '../text/entry-text.ts';
import { differenceOf, differenceText } from '../text/state-difference.ts';
import { stateText } from '../text/state-text.ts';

interface ReplayFlags {
  readonly at?: number;
  readonly until?: string;
  readonly diff?: readonly string[];
  readonly json?: true;
  readonly html?: string;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, "last" or a .magi.jsonl file')
    .option('--at <seq>', 'the state after this entry (default: the newest)', parseCount)
    .option('--until <type>', 'the state after the first entry of this type')
    .option('--diff <seqs...>', 'what changed between the states after two entries')
    .option('--json', 'print one JSON document')
    .option('--html <file>', 'write the whole run as a page that needs no server')
    .action((reference, flags) => run(context, reference, flags));
}

async function run(context: CommandContext, reference: string, flags: ReplayFlags): Promise<void> {
  const pair = flags.diff === undefined ? null : pairOf(flags.diff);
  const found = await findRun(context, reference);
  try {
    if (flags.html !== undefined) return await writePage(context, found, flags.html);
    const { out } = context.terminal;
    if (pair !== null) return out(await differences(found, pair, flags.json ?? false));
    const state = await stateAt(found, flags);
    out(flags.json ? jsonDocument(published(state)) : stateText(state));
  } finally {
    await found.close();
  }
}

async function writePage(context: CommandContext, found: FoundRun, file: string): Promise<void> {
  const { log, run: id, dir } = found;
  const assets = await readPageAssets(context.workerUrl);
  const page = await recordedFile(
    { log, run: id, isFile: dir === null },
    assets,
    await layoutStores(context),
  );
  await writeOutput(resolve(context.cwd, file), page);
  context.terminal.err(`${id} written to ${file}; open it in any browser.\n`);
}

/** The newest state, that after an entry, or that after the first entry of a type. */
async function stateAt({ log, run: id }: FoundRun, { at, until }: ReplayFlags): Promise<Replay> {
  if (at !== undefined && until !== undefined) throw usage('--at and --until exclude each other.');
  if (until === undefined) return seek({ log, run: id, ...(at !== undefined && { at }) });
  for await (const { entry } of readEntries(log, id)) {
    if (describeEntry(entry).type === until) return seek({ log, run: id, at: entry.seq });
  }
  throw usage(`No entry of this run has the type "${until}".`);
}

function published({ view: _view, ...output }: Replay): ReplayOutput {
  return ReplayOutput.parse(output);
}

function pairOf(seqs: readonly string[]): { readonly from: number; readonly to: number } {
  const [from, to] = seqs.map((text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined));
  if (from !== undefined && to !== undefined && seqs.length === 2) return { from, to };
  throw usage('--diff takes two entry numbers.');
}

async function differences(
  { log, run: id }: FoundRun,
  { from, to }: { readonly from: number; readonly to: number },
  isJson: boolean,
): Promise<string> {
  const [before, after] = await Promise.all([from, to].map((at) => seek({ log, run: id, at })));
  if (before === undefined || after === undefined) throw usage('--diff takes two entry numbers.');
  const difference = differenceOf(before, after);
  return isJson
    ? jsonDocument({ schemaVersion: 1, from, to, ...difference })
    : differenceText(difference, { from, to });
}

function usage(message: string): MagiError {
  return new MagiError('MAGI_USAGE', message, { hint: 'See magi replay --help.', exitCode: 2 });
}
