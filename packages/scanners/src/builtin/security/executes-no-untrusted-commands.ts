import type { BuiltinCheck } from '../check.ts';
import { builtCommands } from './built-commands.ts';

/** Shells and programs that are handed text from outside. */
export const executesNoUntrustedCommands: BuiltinCheck = {
  id: 'executes_no_untrusted_commands',
  taint: true,
  patterns: builtCommands,
  python: {
    S602: { severity: 'critical' },
    S604: { severity: 'critical' },
    S605: { severity: 'critical' },
    S609: { severity: 'critical' },
    S601: { severity: 'warning' },
    S603: { severity: 'info' },
    S606: { severity: 'info' },
    S607: { severity: 'info' },
  },
};
