import type { Command, Option } from '@commander-js/extra-typings';
import { sanitiseLine } from '@magi/contracts';
import type { CommandContext } from '../command-context.ts';
import { completeLine } from '../completion/complete-line.ts';

const LONGEST_MEANING = 80;

/** What the scripts of `magi completion` ask; it says nothing rather than fail. */
export function configure(command: Command, context: CommandContext): void {
  command.argument('[words...]', 'the command line so far').action(async (words) => {
    const { options = [] } = command.parent ?? {};
    const completion = await completeLine(words, options as readonly Option[], context).catch(
      () => null,
    );
    if (completion === null) return;
    if (completion.kind === 'files') return context.terminal.out(':files\n');
    const lines = completion.candidates.map(({ word, meaning }) => {
      const told = sanitiseLine(meaning.replace(/\s+/g, ' ')).slice(0, LONGEST_MEANING);
      return `${word}\t${told}\n`;
    });
    context.terminal.out(lines.join(''));
  });
}
