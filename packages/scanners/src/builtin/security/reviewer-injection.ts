import { scanInjection } from '@magi/agents';
import type { Hit, TextUnit } from '../check.ts';

/**
 * Text that hides characters from its readers, or that speaks to an automated reviewer.
 *
 * In tests it is advice only: whoever defends against such text has samples of it.
 */
export function injectionHits({ text, isTest }: TextUnit): readonly Hit[] {
  return scanInjection(text).map(({ kind, line, message }) => ({
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
