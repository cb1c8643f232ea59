import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { MagiError } from '@magi/contracts';
import type { CommandContext } from './command-context.ts';
import { commands } from './command-table.ts';
import { createTerminal, type Streams } from './terminal.ts';

/** What only the entry of the bundle knows. */
export interface Build {
  readonly version: string;
  readonly workerUrl: URL;
}

/**
 * The command line as commander sees it.
 *
 * Every command stands in the table with its summary alone; commander's hook before a subcommand
 * reads the file of the one that runs, so that `magi --help` loads none of them.
 */
export function createProgram(streams: Streams, build: Build): Command {
  const program = new Command('magi')
    .description('Consensus code review with a replayable event log')
    .version(build.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('-C, --cwd <dir>', 'work in this directory')
    .option('--debug', 'print stack traces')
    .option('--quiet', 'print nothing but the result')
    .option('--no-color', 'print without colours')
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', afterHelp);
  for (const { name, summary, alias, isHidden = false } of commands) {
    const stub = program
      .command(name, { hidden: isHidden })
      .summary(summary)
      .description(summary)
      .showHelpAfterError(`See magi ${name} --help.`);
    if (alias !== undefined) stub.alias(alias);
  }
  program.hook('preSubcommand', async (_program, stub) => {
    const entry = commands.find((command) => command.name === stub.name());
    if (entry === undefined) return;
    const module = await entry.load();
    const context = contextFrom(program.opts(), streams, build);
    requireFolder(context.cwd);
    module.configure(stub as Command, context);
  });
  return program as unknown as Command;
}

/** @throws `MAGI_USAGE`, exit 2, for a `-C` that leads nowhere */
function requireFolder(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new MagiError('MAGI_USAGE', `There is no folder ${cwd}.`, {
    hint: 'Name the folder to work in: -C DIR.',
    exitCode: 2,
  });
}

const afterHelp = `
Wherever RUN is asked for: a run id, a unique part of its start, "last", or a .magi.jsonl file.

Exit codes: 0 clean, 1 findings, 2 usage or configuration, 3 a decision is needed,
4 agent or credentials missing, 5 blocked or incomplete, 6 budget spent, 70 internal error.
`;

function contextFrom(
  flags: {
    readonly cwd?: string;
    readonly debug?: true;
    readonly quiet?: true;
    readonly color: boolean;
  },
  streams: Streams,
  { version, workerUrl }: Build,
): CommandContext {
  return {
    cwd: resolve(flags.cwd ?? '.'),
    env: streams.env,
    version,
    workerUrl,
    isDebug: flags.debug ?? false,
    commands,
    terminal: createTerminal(streams, { color: flags.color, quiet: flags.quiet ?? false }),
    setExitCode: (code) => {
      process.exitCode = code;
    },
  };
}
