import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { exportRun } from '@magi/event-log';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { writeOutput } from '../composition/write-output.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, "last" or a .magi.jsonl file')
    .option('-o, --output <file>', 'file to write instead of standard output')
    .action((reference, { output }) => run(context, reference, output ?? null));
}

async function run(
  context: CommandContext,
  reference: string,
  output: string | null,
): Promise<void> {
  const found = await findRun(context, reference);
  try {
    if (output === null) {
      for await (const line of exportRun(found.log, found.run)) context.terminal.out(line);
      return;
    }
    const lines: string[] = [];
    for await (const line of exportRun(found.log, found.run)) lines.push(line);
    await writeOutput(resolve(context.cwd, output), lines.join(''));
    context.terminal.err(`${found.run} written to ${output}\n`);
  } finally {
    await found.close();
  }
}
