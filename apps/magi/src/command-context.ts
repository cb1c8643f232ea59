import type { Command } from '@commander-js/extra-typings';
import type { Terminal } from './terminal.ts';

/** What every command is given instead of taking it from the air. */
export interface CommandContext {
  /** Directory that the command works in (`-C`). */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Version of magi. */
  readonly version: string;
  readonly isDebug: boolean;
  readonly terminal: Terminal;
  /** The built file that scanner workers run. */
  readonly workerUrl: URL;
  /** All commands, as the help lists them. */
  readonly commands: readonly CommandEntry[];
  /** The code that the process ends with when nothing goes wrong any more. */
  setExitCode(code: number): void;
}

/** A command file: it describes its arguments and says what to do with them. */
export interface CommandModule {
  configure(command: Command, context: CommandContext): void;
}

/** A command as the help of `magi` lists it; its file is read only when it runs. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Another name that the command goes by. */
  readonly alias?: string;
  /** Asked by programs, not by people: left out of the help. */
  readonly isHidden?: true;
  readonly load: () => Promise<CommandModule>;
}
