import type { Cost } from '@magi/contracts';
import type { RefusedAction } from '../agent-answer.ts';

/** Name of a way to read what an agent program printed. */
export type ReaderName =
  | 'text'
  | 'claude'
  | 'codex'
  | 'gemini'
  | 'opencode'
  | 'qwen'
  | 'copilot'
  | 'pi';

/** What a program printed, decoded. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** The same, understood. */
export interface ReadOutput {
  readonly text: string;
  readonly structured?: unknown;
  readonly cost: Cost;
  readonly toolCalls: number;
  readonly filesRead: readonly string[];
  readonly refused: readonly RefusedAction[];
  /** What the agent reports as its own failure, whatever its exit code claims. */
  readonly error?: { readonly message: string; readonly status?: number };
}

export type OutputReader = (output: ProgramOutput) => ReadOutput;

/** Nothing said, nothing done. */
export const nothingRead: ReadOutput = {
  text: '',
  cost: {},
  toolCalls: 0,
  filesRead: [],
  refused: [],
};
