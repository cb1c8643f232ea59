import { fail, LoopCheckpoint, LoopTerminalResult, ok, type Result } from '@magi/contracts';
import { type ArtifactFailure, readJson } from '../read-json.ts';
import { checkpointProblems, terminalProblems } from './rules.ts';

export type LoopFileFailure =
  | ArtifactFailure
  | { readonly kind: 'broken-rule'; readonly message: string };

/** Reads a `checkpoint.json`: its shape, and the rules between its fields. */
export function readCheckpoint(text: string): Result<LoopCheckpoint, LoopFileFailure> {
  const read = readJson(text, LoopCheckpoint);
  return read.ok ? ruled(read.value, checkpointProblems) : read;
}

/** Reads a `terminal-result.json`: its shape, and the rules between its fields. */
export function readTerminalResult(text: string): Result<LoopTerminalResult, LoopFileFailure> {
  const read = readJson(text, LoopTerminalResult);
  return read.ok ? ruled(read.value, terminalProblems) : read;
}

function ruled<Value>(
  value: Value,
  problemsOf: (value: Value) => readonly string[],
): Result<Value, LoopFileFailure> {
  const problems = problemsOf(value);
  return problems.length === 0
    ? ok(value)
    : fail({ kind: 'broken-rule', message: problems.join('; ') });
}
