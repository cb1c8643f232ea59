import type { Command } from '@commander-js/extra-typings';
import { sanitiseLine } from '@magi/contracts';
import { createPaint, jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import type { Examination } from '../doctor/examination.ts';
import { examine } from '../doctor/examine.ts';
import { exitCodes } from '../exit-codes.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .option('--json', 'print one JSON document')
    .action((flags) => run(context, flags.json ?? false));
}

async function run(context: CommandContext, isJson: boolean): Promise<void> {
  const examinations = await examine(context);
  const { out, outColours } = context.terminal;
  if (isJson) out(jsonDocument({ schemaVersion: 1, examinations }));
  else out(examinations.map((examination) => lineOf(examination, outColours)).join(''));
  const failed = examinations.filter(({ state }) => state === 'fail');
  if (failed.length === 0) return;
  const onlyAgents = failed.every(({ name }) => name.startsWith('agent '));
  context.setExitCode(onlyAgents ? exitCodes.agentMissing : exitCodes.blocked);
}

function lineOf({ name, state, text, hint }: Examination, colours: boolean): string {
  const paint = createPaint(colours);
  const mark = { ok: paint.green('✔'), warn: paint.yellow('!'), fail: paint.red('✖') }[state];
  const advice = hint === undefined || state === 'ok' ? '' : `\n    ${sanitiseLine(hint)}`;
  return `${mark} ${name.padEnd(28)} ${sanitiseLine(text)}${advice}\n`;
}
