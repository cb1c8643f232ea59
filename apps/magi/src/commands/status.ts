import type { Command } from '@commander-js/extra-typings';
import { type LeaseHolder, sanitiseLine } from '@magi/contracts';
import { type Replay, replay } from '@magi/engine/replay';
import { costRows, jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { questionText } from '../composition/ask-person.ts';
import { findRun } from '../composition/find-run.ts';
import { readRun } from '../composition/read-run.ts';
import { follow, noProgress, type Task } from '../live/progress.ts';
import { stateName, stateText } from '../text/state-text.ts';
import { table } from '../text/table.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('[run]', 'run id, "last" or a .magi.jsonl file', 'last')
    .option('--json', 'print one JSON document')
    .action((reference, flags) => run(context, reference, flags.json ?? false));
}

async function run(context: CommandContext, reference: string, isJson: boolean): Promise<void> {
  const found = await findRun(context, reference);
  try {
    const entries = await readRun(found.log, found.run);
    const state = replay(entries);
    const tasks = [...entries.reduce(follow, noProgress).values()];
    const { out } = context.terminal;
    const holder = found.dir === null ? null : await found.log.holder(found.run);
    if (isJson) return out(jsonDocument(statusOf(state, tasks, holder)));
    out(stateText(state));
    out(
      `\nWork\n${table(tasks.map(({ name, state: how, text }) => ['', name, how, sanitiseLine(text)]))}`,
    );
    const { terminal, question } = state.view.context;
    const spent = costRows(state.view.context.costs ?? {});
    if (spent.length > 0) {
      out(`\nCost\n${table(spent.map(({ actor, text }) => ['', sanitiseLine(actor), text]))}`);
    }
    if (terminal) out(`\n${sanitiseLine(terminal.message)}\n${sanitiseLine(terminal.nextStep)}\n`);
    else if (question) out(questionText(found.run, question));
    else if (holder !== null) out(`\nProcess ${holder.owner} is writing this run.\n`);
    else
      out(
        `\nCut off in ${stateName(state.view.value.run ?? state.view.value.training ?? '?')}. Go on with: magi resume ${found.run}\n`,
      );
  } finally {
    await found.close();
  }
}

function statusOf(
  { run: id, seq, stateHash, view, pending, timers }: Replay,
  work: readonly Task[],
  holder: LeaseHolder | null,
) {
  const { context } = view;
  return {
    schemaVersion: 1,
    run: id,
    protocol: context.input.protocol.id,
    state: stateName(view.value.run ?? view.value.training ?? 'unknown'),
    seq,
    stateHash,
    outcome: context.terminal?.outcome ?? null,
    reason: context.terminal?.reason ?? null,
    nextStep: context.terminal?.nextStep ?? null,
    question: context.question ?? null,
    writer: holder?.owner ?? null,
    costs: context.costs ?? {},
    work,
    pending,
    timers,
  };
}
