import { CommanderError } from '@commander-js/extra-typings';
import { MagiError, sanitiseForTerminal } from '@magi/contracts';
import { exitCodes } from './exit-codes.ts';

/**
 * Turns whatever was thrown into words on stderr and an exit code.
 *
 * A `MagiError` says what is wrong and how to mend it; anything else is our fault and says so.
 * Stack traces appear only with `--debug`.
 */
export function reportError(
  error: unknown,
  { isDebug, write }: { readonly isDebug: boolean; readonly write: (text: string) => void },
): number {
  // Commander has printed its message already; its codes are not ours.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  write(`${sanitiseForTerminal(words(error))}\n`);
  if (isDebug && error instanceof Error) write(`${sanitiseForTerminal(stackOf(error))}\n`);
  return error instanceof MagiError ? error.exitCode : exitCodes.internal;
}

function words(error: unknown): string {
  if (error instanceof MagiError) {
    const hint = error.hint === undefined ? '' : `\n  ${error.hint}`;
    return `magi: ${error.message} [${error.code}]${hint}`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `magi: internal error: ${message}\n  Run the same command with --debug to see where.`;
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
