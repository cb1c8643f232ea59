import type { Command } from '@commander-js/extra-typings';
import { type Entry, type MachineIdentity, MagiError } from '@magi/contracts';
import { type Migration, migrate } from '@magi/engine/replay';
import { appendEntries } from '@magi/event-log';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { readRun } from '../composition/read-run.ts';
import { createRunId } from '../composition/run-id.ts';
import { openStateLog } from '../composition/state-log.ts';
import { findWorkspace } from '../composition/workspace.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, "last" or a .magi.jsonl file')
    .option('--dry-run', 'only say how far the newest version follows')
    .action((reference, flags) => run(context, reference, flags.dryRun ?? false));
}

async function run(context: CommandContext, reference: string, isDry: boolean): Promise<void> {
  const found = await findRun(context, reference);
  let entries: readonly Entry[];
  try {
    entries = await readRun(found.log, found.run);
  } finally {
    await found.close();
  }
  const id = createRunId(Date.now());
  const migration = migrate(entries, id);
  const machines = machinesOf(found.run, entries, migration);
  if (!isDry) await keep(context, id, migration);
  const { out, err } = context.terminal;
  if (!isDry) out(`${id}\n`);
  err(`${found.run}: ${machines}. ${endOf(migration)}\n`);
  if (!isDry) err(`The old log stays as it is. Look: magi status ${id}\n`);
}

/** @throws `MAGI_MIGRATION_NOT_NEEDED`, exit 2 */
function machinesOf(name: string, before: readonly Entry[], { entries }: Migration): string {
  const [old, now] = [machineOf(before), machineOf(entries)];
  if (old === null || now === null) {
    throw new MagiError('MAGI_LOG_CORRUPT', `Run ${name} does not begin with its input.`, {
      hint: `magi verify ${name} names the damage.`,
      exitCode: 5,
    });
  }
  if (old.version === now.version && old.graphHash === now.graphHash) {
    throw new MagiError(
      'MAGI_MIGRATION_NOT_NEEDED',
      `Run ${name} was made with ${describe(now)}, which is the newest there is.`,
      { hint: `It can be read and gone on with as it is: magi status ${name}`, exitCode: 2 },
    );
  }
  return `${describe(old)} to ${describe(now)}`;
}

function machineOf([first]: readonly Entry[]): MachineIdentity | null {
  return first?.in?.type === 'init' ? first.in.machine : null;
}

function describe({ id, version, graphHash }: MachineIdentity): string {
  return `${id}@${version} (graph ${graphHash.slice(0, 12)})`;
}

function endOf({ leftAt }: Migration): string {
  if (leftAt === null) return 'The newest version follows it to its end.';
  const { seq, type } = leftAt;
  return `The newest version follows it up to #${seq - 1}; it awaits no "${type}" there, so the new run goes on from that point.`;
}

async function keep(context: CommandContext, id: string, { entries }: Migration): Promise<void> {
  const { folders } = await findWorkspace(context);
  const warn = (message: string): void => context.terminal.err(`warning: ${message}\n`);
  const { log } = await openStateLog(folders, warn);
  try {
    await appendEntries(log, id, entries);
  } finally {
    await log.close();
  }
}
