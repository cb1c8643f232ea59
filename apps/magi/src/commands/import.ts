import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { MagiError } from '@magi/contracts';
import { type ImportFailure, importRun } from '@magi/event-log';
import type { CommandContext } from '../command-context.ts';
import { openStateLog } from '../composition/state-log.ts';
import { findWorkspace } from '../composition/workspace.ts';

interface ImportFlags {
  readonly as?: string;
  readonly repairTail?: true;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'a .magi.jsonl file')
    .option('--as <run>', 'take it in under this id')
    .option('--repair-tail', 'leave out a last line that was cut off')
    .action((file, flags) => run(context, file, flags));
}

async function run(context: CommandContext, file: string, flags: ImportFlags): Promise<void> {
  const text = await readText(resolve(context.cwd, file), file);
  const { folders } = await findWorkspace(context);
  const { log } = await openStateLog(folders, (message) => context.terminal.err(`${message}\n`));
  try {
    const imported = await importRun(log, text.split(/(?<=\n)/), flags);
    if (!imported.ok) throw refused(file, imported.error);
    context.terminal.out(`${imported.value.run}\n`);
  } finally {
    await log.close();
  }
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new MagiError('MAGI_FILE_UNREADABLE', `${name} cannot be read.`, {
      hint: 'Give a file that magi export wrote.',
      exitCode: 2,
      cause,
    });
  }
}

function refused(file: string, failure: ImportFailure): MagiError {
  switch (failure.kind) {
    case 'empty':
      return new MagiError('MAGI_IMPORT_EMPTY', `${file} holds no run.`, { exitCode: 2 });
    case 'several-runs':
      return new MagiError(
        'MAGI_IMPORT_SEVERAL',
        `${file} holds ${failure.runs.length} runs: ${failure.runs.join(', ')}.`,
        { hint: 'Import one file a run.', exitCode: 2 },
      );
    case 'exists':
      return new MagiError('MAGI_IMPORT_EXISTS', `Run ${failure.run} is here already.`, {
        hint: 'Take it in under another id: --as ID.',
        exitCode: 2,
      });
    case 'damaged':
      return new MagiError('MAGI_LOG_CORRUPT', `${file} is damaged: ${told(failure.problems)}`, {
        hint: failure.problems.every(({ severity }) => severity !== 'error')
          ? 'Only its last line is cut off: --repair-tail leaves that out.'
          : 'magi verify FILE names every damage; nothing was taken in.',
        exitCode: 5,
      });
  }
}

const MOST_PROBLEMS = 3;

function told(problems: readonly { readonly message: string }[]): string {
  const first = problems.slice(0, MOST_PROBLEMS).map(({ message }) => message);
  const left = problems.length - first.length;
  return [...first, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}
