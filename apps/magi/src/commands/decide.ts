import type { Command } from '@commander-js/extra-typings';
import { MagiError } from '@magi/contracts';
import type { CommandContext } from '../command-context.ts';
import { answerRun } from '../composition/answer-run.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, a unique part of it, or "last"')
    .option('--option <id>', 'the option to choose')
    .option('--answer <text>', 'what shall hold, in your own words')
    .option('--by <name>', 'who decides (default: the user of this machine)')
    .option('--json', 'print one JSON document')
    .action(async (reference, flags) => {
      if (flags.option === undefined && flags.answer !== undefined) {
        throw new MagiError('MAGI_USAGE', 'An answer goes with an option.', {
          hint: 'Add --option ID; `magi status RUN` lists the options.',
          exitCode: 2,
        });
      }
      await answerRun(context, reference, flags);
    });
}
