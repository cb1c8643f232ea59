import { scanInjection } from '@magi/agents';
import type { Hit, TextUnit } from '../check.ts';

/** Files whose format is what a terminal shows. */
const TERMINAL_OUTPUT = /\.(?:ansi|ans)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is sought
const COLOURS = /\u001b\[([0-9;:]*)m/g;

/** A colour by its number, or by red, green and blue. */
const CHOSEN_COLOUR = /[34]8[;:](?:5[;:]\d*|2[;:]\d*[;:]\d*[;:]\d*)/g;

/** Colours and weights hide nothing there; a style that conceals does. */
function withoutColours(sequence: string, parameters: string): string {
  const styles = parameters.replace(CHOSEN_COLOUR, '');
  return /(?:^|;)8(?:;|$)/.test(styles) ? sequence : '';
}

/**
 * Text that hides characters from its readers, or that speaks to an automated reviewer.
 *
 * In tests it is advice only: whoever defends against such text has samples of it.
 */
export function injectionHits({ path, text, isTest }: TextUnit): readonly Hit[] {
  const read = TERMINAL_OUTPUT.test(path) ? text.replace(COLOURS, withoutColours) : text;
  return scanInjection(read).map(({ kind, line, message }) => ({
    rule: `reviewer-injection/${kind}`,
    severity: isTest ? 'info' : 'warning',
    line,
    endLine: line,
    message:
      kind === 'hidden-unicode'
        ? `Characters are hidden here: ${message}.`
        : `This text speaks to an automated reviewer: ${message}.`,
    suggestion: 'Remove it, or write it so that a reader sees what is there.',
  }));
}
