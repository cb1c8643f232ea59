import type { Command } from '@commander-js/extra-typings';
import { sanitiseLine } from '@magi/contracts';
import { replay } from '@magi/engine/replay';
import { costRows } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { readRun } from '../composition/read-run.ts';
import { follow, noProgress } from '../live/progress.ts';
import { stateName, stateText } from '../text/state-text.ts';
import { table } from '../text/table.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('[run]', 'run id, "last" or a .magi.jsonl file', 'last')
    .action((reference) => run(context, reference));
}

async function run(context: CommandContext, reference: string): Promise<void> {
  const found = await findRun(context, reference);
  try {
    const entries = await readRun(found.log, found.run);
    const state = replay(entries);
    const tasks = [...entries.reduce(follow, noProgress).values()];
    const { out } = context.terminal;
    out(stateText(state));
    out(
      `\nWork\n${table(tasks.map(({ name, state: how, text }) => ['', name, how, sanitiseLine(text)]))}`,
    );
    const { terminal, question } = state.view.context;
    const spent = costRows(state.view.context.costs ?? {});
    if (spent.length > 0) {
      out(`\nCost\n${table(spent.map(({ actor, text }) => ['', sanitiseLine(actor), text]))}`);
    }
    const holder = found.dir === null ? null : await found.log.holder(found.run);
    if (terminal !== null) out(`\n${sanitiseLine(terminal.message)}\n${terminal.nextStep}\n`);
    else if (question !== null) out(`\n${question.text}\n`);
    else if (holder !== null) out(`\nProcess ${holder.owner} is writing this run.\n`);
    else
      out(
        `\nCut off in ${stateName(state.view.value.run ?? state.view.value.training ?? '?')}. Go on with: magi resume ${found.run}\n`,
      );
  } finally {
    await found.close();
  }
}
