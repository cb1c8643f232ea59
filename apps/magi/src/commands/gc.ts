import type { Command } from '@commander-js/extra-typings';
import { collectGarbage, listRuns, type MaintainedLog, purgeRun } from '@magi/event-log';
import { count } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { parseCount } from '../composition/parse-option.ts';
import { openStateLog } from '../composition/state-log.ts';
import { findWorkspace } from '../composition/workspace.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 90;
/** Bytes that were put this recently may belong to an entry that is being written. */
const GRACE_MS = 60 * 60 * 1000;

interface GcFlags {
  readonly olderThan?: number;
  readonly dryRun?: true;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .option(
      '--older-than <days>',
      `remove runs that ended longer ago (default ${DEFAULT_DAYS})`,
      parseCount,
    )
    .option('--dry-run', 'only say what would go')
    .action((flags) => run(context, flags));
}

async function run(context: CommandContext, flags: GcFlags): Promise<void> {
  const nowMs = Date.now();
  const { folders } = await findWorkspace(context);
  const { log } = await openStateLog(folders, (message) => context.terminal.err(`${message}\n`));
  try {
    const limit = new Date(nowMs - (flags.olderThan ?? DEFAULT_DAYS) * DAY_MS).toISOString();
    const old = await runsBefore(log, limit);
    if (flags.dryRun) {
      context.terminal.out(old.map((id) => `${id} would be removed\n`).join(''));
      return;
    }
    for (const id of old) await remove(context, log, id, new Date(nowMs).toISOString());
    const debris = await collectGarbage(log, { before: new Date(nowMs - GRACE_MS).toISOString() });
    context.terminal.out(
      `${count(old.length, 'run')} removed, ${count(debris.blobs, 'payload')} (${debris.bytes} bytes) freed\n`,
    );
  } finally {
    await log.close();
  }
}

async function runsBefore(log: MaintainedLog, limit: string): Promise<string[]> {
  const old: string[] = [];
  for await (const { stream, at } of listRuns(log)) if (at < limit) old.push(stream);
  return old;
}

async function remove(
  { terminal }: CommandContext,
  log: MaintainedLog,
  id: string,
  at: string,
): Promise<void> {
  const owner = `gc-${process.pid}`;
  const purged = await purgeRun(log, id, { at, reason: 'older than the retention limit', owner });
  if (!purged.ok) terminal.err(`${id} stays: a process is writing it.\n`);
}
