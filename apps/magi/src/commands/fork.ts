import type { Command } from '@commander-js/extra-typings';
import { type EventLog, MagiError } from '@magi/contracts';
import { type ForkPlan, forkPlan } from '@magi/engine/replay';
import { appendEntries, forkRun, openEmbeddedLog } from '@magi/event-log';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { parseCount, parseJsonOption } from '../composition/parse-option.ts';
import { readRun } from '../composition/read-run.ts';
import { createRunId } from '../composition/run-id.ts';

interface ForkFlags {
  readonly at: number;
  readonly with?: unknown;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, a unique part of it, or "last"')
    .requiredOption('--at <seq>', 'the last entry that both runs share', parseCount)
    .option(
      '--with <json>',
      'the next entry: an input such as {"type":"done","key":…,"output":…}, or {"event":…}',
      parseJsonOption,
    )
    .action((reference, flags) => run(context, reference, flags));
}

async function run(context: CommandContext, reference: string, flags: ForkFlags): Promise<void> {
  const found = await findRun(context, reference);
  await found.close();
  if (found.dir === null) throw fromFile(reference);
  const log = await openEmbeddedLog({ dir: found.dir });
  try {
    const input = flags.with === undefined ? {} : { with: inputOf(flags.with) };
    const plan = forkPlan(await readRun(log, found.run), { at: flags.at, ...input });
    const id = createRunId(Date.now());
    await carryOut(log, found.run, id, plan);
    const { out, err } = context.terminal;
    out(`${id}\n`);
    err(`Forked from ${found.run} after #${plan.at}. Go on with: magi resume ${id}\n`);
  } finally {
    await log.close();
  }
}

/** `{"event":…}` is short for an event that a person sent. */
function inputOf(value: unknown): unknown {
  const isBareEvent =
    typeof value === 'object' && value !== null && 'event' in value && !('type' in value);
  return isBareEvent ? { type: 'event', event: value.event, by: 'fork' } : value;
}

async function carryOut(log: EventLog, run: string, id: string, plan: ForkPlan): Promise<void> {
  const forked = await forkRun(log, run, plan.at, id);
  if (!forked.ok) {
    throw new MagiError('MAGI_FORK_FAILED', `${run} was not forked: ${forked.error.kind}.`, {
      hint: 'Run the command again.',
      exitCode: 5,
    });
  }
  if (plan.input === null) return;
  const { seq, stateHash } = plan.from;
  const at = new Date().toISOString();
  const entry = { v: 1 as const, seq: seq + 1, at, run: id, onState: stateHash, in: plan.input };
  await appendEntries(log, id, [entry]);
}

function fromFile(reference: string): MagiError {
  return new MagiError('MAGI_RUN_READ_ONLY', `${reference} cannot be forked where it is.`, {
    hint: `Take it in first: magi import ${reference}`,
    exitCode: 2,
  });
}
