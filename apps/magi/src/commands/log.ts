import type { Command } from '@commander-js/extra-typings';
import { type Entry, MagiError } from '@magi/contracts';
import { traceOf } from '@magi/engine/replay';
import { type LoggedEntry, readEntries } from '@magi/event-log';
import type { CommandContext } from '../command-context.ts';
import { type FoundRun, findRun } from '../composition/find-run.ts';
import { parseCount } from '../composition/parse-option.ts';
import { readRun } from '../composition/read-run.ts';
import { describeEntry } from '../text/entry-text.ts';
import { transitionText } from '../text/transition-text.ts';

interface LogFlags {
  readonly jsonl?: true;
  readonly transitions?: true;
  readonly follow?: true;
  readonly actor?: string;
  readonly type?: readonly string[];
  readonly from?: number;
  readonly to?: number;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, "last" or a .magi.jsonl file')
    .option('--jsonl', 'one entry a line, exactly as stored')
    .option('--transitions', 'what each entry did to the actors')
    .option('-f, --follow', 'go on until the run has finished')
    .option('--actor <text>', 'only entries whose actor contains this text')
    .option('--type <types...>', 'only entries of these types, for example done fail')
    .option('--from <seq>', 'first entry', parseCount)
    .option('--to <seq>', 'last entry', parseCount)
    .action((reference, flags) => run(context, reference, flags));
}

async function run(context: CommandContext, reference: string, flags: LogFlags): Promise<void> {
  const { from = 0, to = Number.POSITIVE_INFINITY } = flags;
  if (from > to) {
    throw new MagiError('MAGI_USAGE', `--from ${from} is after --to ${to}.`, { exitCode: 2 });
  }
  const found = await findRun(context, reference);
  const { out } = context.terminal;
  try {
    if (flags.transitions) {
      out(transitions(await readRun(found.log, found.run), flags));
      return;
    }
    let shown = 0;
    for await (const logged of entriesOf(found, flags)) {
      if (!isWanted(logged.entry, flags)) continue;
      shown += 1;
      out(`${lineOf(logged, flags)}\n`);
    }
    if (shown === 0) context.terminal.err('No entry of this run is of that kind.\n');
  } finally {
    await found.close();
  }
}

function transitions(entries: readonly Entry[], flags: LogFlags): string {
  const { actor = '', type, from = 0, to = Number.POSITIVE_INFINITY } = flags;
  const isWantedSeq = new Set(
    entries
      .filter((entry) => type === undefined || type.includes(describeEntry(entry).type))
      .map(({ seq }) => seq)
      .filter((seq) => seq >= from && seq <= to),
  );
  return (
    traceOf(entries)
      // An effect only waits and hands on: its steps say nothing that those of its asker do not.
      .filter((step) => !step.actor.includes('#'))
      .filter((step) => isWantedSeq.has(step.seq) && step.actor.includes(actor))
      .map(transitionText)
      .join('')
  );
}

async function* entriesOf(found: FoundRun, flags: LogFlags): AsyncGenerator<LoggedEntry> {
  const { from = 0, to } = flags;
  if (!flags.follow) {
    yield* readEntries(found.log, found.run, { from, ...(to !== undefined && { to }) });
    return;
  }
  const signal = new AbortController().signal;
  for await (const { version } of found.log.subscribe({ stream: found.run, signal })) {
    const seq = version - 1;
    for await (const logged of readEntries(found.log, found.run, { from: seq, to: seq })) {
      if (seq >= from) yield logged;
      if (logged.entry.note?.type === 'finished' || seq === to) return;
    }
  }
}

function isWanted(entry: Entry, { actor, type }: LogFlags): boolean {
  const described = describeEntry(entry);
  if (actor !== undefined && !described.actor.includes(actor)) return false;
  return type === undefined || type.includes(described.type);
}

function lineOf({ entry, body }: LoggedEntry, flags: LogFlags): string {
  if (flags.jsonl) return body;
  const { seq, at, type, actor, text } = describeEntry(entry);
  const time = at.slice(11, 23);
  return `#${`${seq}`.padEnd(4)} ${time}  ${type.padEnd(16)} ${actor.padEnd(24)} ${text}`.trimEnd();
}
