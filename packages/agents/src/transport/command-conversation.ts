import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../process/run-program.ts';
import { readOutput } from '../readers/read-output.ts';
import type { ReaderName } from '../readers/reader.ts';
import type { Conversation, ConversationSetup, Turn, TurnPrompt } from './conversation.ts';
import { endFailure, exitFailure } from './failures.ts';

export interface CommandSetup extends ConversationSetup {
  readonly command: readonly string[];
  readonly reader: ReaderName;
}

/**
 * Talks with a program that takes one prompt and prints one answer; every turn is a new process.
 *
 * The prompt goes to standard input, or to a file where an argument says `{promptFile}`; it is
 * never an argument itself.
 */
export function commandConversation(setup: CommandSetup): Conversation {
  return { ask: (prompt) => ask(setup, prompt), close: async () => undefined };
}

async function ask(setup: CommandSetup, prompt: TurnPrompt): Promise<Turn> {
  const text = prompt.correction ? `${prompt.full}\n\n${prompt.correction}` : prompt.full;
  const promptFile = join(setup.cage.scratch, 'prompt.txt');
  const inFile = setup.command.some((arg) => arg.includes('{promptFile}'));
  if (inFile) writeFileSync(promptFile, text, { mode: 0o600 });
  const command = setup.command.map((arg) => arg.replaceAll('{promptFile}', promptFile));
  const run = await runProgram(setup.cage.wrap(command), {
    cwd: setup.cwd,
    env: setup.cage.environment,
    timeoutMs: prompt.timeoutMs,
    idleTimeoutMs: setup.limits.idleTimeoutMs,
    maxOutputBytes: setup.limits.maxOutputBytes,
    signal: setup.signal,
    input: inFile ? '' : text,
  });
  const read = readOutput(setup.reader, {
    stdout: run.stdout.toString('utf8'),
    stderr: run.stderr.toString('utf8'),
    code: run.code,
  });
  const failure =
    endFailure(run, setup.command[0] ?? '') ?? exitFailure(read, run, run.stderr.toString('utf8'));
  return {
    text: read.text || (failure ? run.stdout.toString('utf8') : ''),
    ...(read.structured !== undefined && { structured: read.structured }),
    ...(failure && { failure }),
    cost: { ...read.cost, durationMs: run.durationMs },
    activity: {
      toolCalls: read.toolCalls,
      filesRead: read.filesRead,
      refused: read.refused,
      reaped: run.reaped.length,
      stderrTail: run.stderr.toString('utf8').slice(-2000),
    },
  };
}
