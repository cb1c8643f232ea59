import type { Command } from '@commander-js/extra-typings';
import { MagiError, sanitiseLine } from '@magi/contracts';
import { replay } from '@magi/engine/replay';
import { type LogProblem, verifyRun } from '@magi/event-log';
import { jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { type FoundRun, findRun } from '../composition/find-run.ts';
import { readRun } from '../composition/read-run.ts';
import { exitCodes } from '../exit-codes.ts';

interface Verified {
  readonly ok: boolean;
  readonly entries: number;
  readonly problems: readonly LogProblem[];
  /** Hash of the state that the log leads to, or why it leads to none. */
  readonly replay: { readonly stateHash: string } | { readonly problem: string };
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, "last" or a .magi.jsonl file')
    .option('--json', 'print one JSON document')
    .action((reference, flags) => run(context, reference, flags.json ?? false));
}

async function run(context: CommandContext, reference: string, isJson: boolean): Promise<void> {
  const found = await findRun(context, reference);
  try {
    const verified = await verify(found);
    const text = isJson
      ? jsonDocument({ schemaVersion: 1, run: found.run, ...verified }).trimEnd()
      : describe(found.run, verified);
    context.terminal.out(`${text}\n`);
    if (!verified.ok) context.setExitCode(exitCodes.blocked);
  } finally {
    await found.close();
  }
}

/** Chain, schema and blobs by the log; then every state hash by playing the entries. */
async function verify({ log, run: id }: FoundRun): Promise<Verified> {
  const { ok, entries, problems } = await verifyRun(log, id);
  try {
    const { stateHash } = replay(await readRun(log, id));
    return { ok, entries, problems, replay: { stateHash } };
  } catch (error) {
    if (!(error instanceof MagiError)) throw error;
    return { ok: false, entries, problems, replay: { problem: error.message } };
  }
}

function describe(id: string, { ok, entries, problems, replay: played }: Verified): string {
  return [
    `${id}: ${ok ? 'whole' : 'damaged'}, ${entries} entries`,
    ...problems.map(({ severity, message }) => `  ${severity}: ${sanitiseLine(message)}`),
    'stateHash' in played
      ? `  replay: equal at every entry, state ${played.stateHash}`
      : `  replay: ${sanitiseLine(played.problem)}`,
  ].join('\n');
}
