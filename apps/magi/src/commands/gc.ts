import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { listDebris, type Repository, removeDebris } from '@magi/change';
import type { StreamInfo } from '@magi/contracts';
import { collectGarbage, listRuns, type MaintainedLog, purgeRun } from '@magi/event-log';
import { count } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { loadConfig } from '../composition/config/load-config.ts';
import { parseCount } from '../composition/parse-option.ts';
import { summariseRun } from '../composition/run-summary.ts';
import { openStateLog } from '../composition/state-log.ts';
import { workingTreeFiles } from '../composition/trusted-files.ts';
import { findWorkspace } from '../composition/workspace.ts';
import { refreshRawAnswers } from '../gc/refresh-raw-answers.ts';
import { sweepFolder } from '../gc/sweep-folder.ts';

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
      `what is older goes (default: retentionDays of the configuration, or ${DEFAULT_DAYS})`,
      parseCount,
    )
    .option('--dry-run', 'only say what would go')
    .action((flags) => run(context, flags));
}

async function run(context: CommandContext, flags: GcFlags): Promise<void> {
  const { repository, folders } = await findWorkspace(context);
  const { out, err } = context.terminal;
  const nowMs = Date.now();
  const limitMs = nowMs - (flags.olderThan ?? (await retentionDays(repository))) * DAY_MS;
  const { log, dir } = await openStateLog(folders, (message) => err(`${message}\n`));
  try {
    const old = await runsBefore(log, new Date(limitMs).toISOString());
    if (flags.dryRun) {
      if (old.length === 0) err('No run is old enough to go.\n');
      return out(old.map(({ stream }) => `${stream} would be removed\n`).join(''));
    }
    const removed: string[] = [];
    for (const { stream } of old) if (await remove(context, log, stream)) removed.push(stream);
    await refreshRawAnswers(log);
    const { blobs, bytes } = await collectGarbage(log, {
      before: new Date(nowMs - GRACE_MS).toISOString(),
    });
    const debris = repository === null ? 0 : await sweepDebris(repository, log, removed);
    const files =
      (await sweepFolder(join(dir, 'facts'), limitMs)) +
      (await sweepFolder(join(dir, 'objects'), limitMs));
    out(
      `${count(removed.length, 'run')} removed, ${count(blobs, 'payload')} (${bytes} bytes) freed, ` +
        `${count(debris, 'left-over')} of attempts and ${count(files, 'cached file')} swept\n`,
    );
  } finally {
    await log.close();
  }
}

async function retentionDays(repository: Repository | null): Promise<number> {
  if (repository === null) return DEFAULT_DAYS;
  const { config } = await loadConfig(workingTreeFiles(repository.root));
  return config.retentionDays ?? DEFAULT_DAYS;
}

async function runsBefore(log: MaintainedLog, limit: string): Promise<StreamInfo[]> {
  const old: StreamInfo[] = [];
  for await (const info of listRuns(log)) if (info.at < limit) old.push(info);
  return old;
}

async function remove(
  { terminal }: CommandContext,
  log: MaintainedLog,
  id: string,
): Promise<boolean> {
  const at = new Date().toISOString();
  const owner = `gc-${process.pid}`;
  const purged = await purgeRun(log, id, { at, reason: 'older than the retention limit', owner });
  if (!purged.ok) terminal.err(`${id} stays: a process is writing it.\n`);
  return purged.ok;
}

/** What attempts and dead processes left behind; patches that were kept go with their run only. */
async function sweepDebris(
  repository: Repository,
  log: MaintainedLog,
  removed: readonly string[],
): Promise<number> {
  const liveRuns: string[] = [];
  for await (const info of listRuns(log)) {
    if ((await summariseRun(log, info)).outcome === null) liveRuns.push(info.stream);
  }
  const debris = (await listDebris(repository, { liveRuns })).filter(
    (item) => item.kind !== 'preserved' || removed.includes(item.run),
  );
  await removeDebris(repository, debris);
  return debris.length;
}
