import { Argument, type Command } from '@commander-js/extra-typings';
import type { CommandContext } from '../command-context.ts';
import { shellScript, shells } from '../completion/shell-script.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .addArgument(new Argument('<shell>', 'the shell to write for').choices(shells))
    .addHelpText(
      'after',
      [
        '\nLoad it now, and put the same line into the start file of your shell:',
        '  bash   source <(magi completion bash)',
        '  zsh    source <(magi completion zsh)',
        '  fish   magi completion fish | source',
      ].join('\n'),
    )
    .action((shell) => context.terminal.out(shellScript(shell)));
}
