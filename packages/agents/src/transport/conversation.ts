import type { Cost, Json } from '@magi/contracts';
import type { AgentFailureCode, AgentRole, RefusedAction } from '../agent-answer.ts';
import type { SandboxState } from '../cage/sandbox.ts';

/** Limits of one call. Bytes count what the agent prints or sends. */
export interface AgentLimits {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxOutputBytes: number;
}

/** What the agent did besides answering. */
export interface Activity {
  readonly toolCalls: number;
  readonly filesRead: readonly string[];
  readonly refused: readonly RefusedAction[];
  readonly reaped: number;
  readonly stderrTail: string;
}

export const noActivity: Activity = {
  toolCalls: 0,
  filesRead: [],
  refused: [],
  reaped: 0,
  stderrTail: '',
};

/** Why a turn gave no answer. */
export interface TurnFailure {
  readonly code: AgentFailureCode;
  readonly message: string;
  /** HTTP status of the provider, where it is known. */
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** True when the agent retried by itself before it gave up. */
  readonly alreadyRetried?: boolean;
}

/** One question and what came back. */
export interface Turn {
  /** Everything the agent said, also when the turn failed. */
  readonly text: string;
  /** Value from the agent's own channel for schema-bound answers. */
  readonly structured?: unknown;
  readonly failure?: TurnFailure;
  readonly cost: Cost;
  readonly activity: Activity;
}

/** The prompt of a turn; which part is sent is up to the transport. */
export interface TurnPrompt {
  readonly full: string;
  /** Set from the second turn on: what was wrong with the answer before. */
  readonly correction?: string;
  readonly timeoutMs: number;
}

/** Talks with one agent about one task. Nothing is started before the first `ask`. */
export interface Conversation {
  ask(prompt: TurnPrompt): Promise<Turn>;
  /** Ends everything that belongs to the conversation; safe to call twice. */
  close(): Promise<void>;
  readonly agentVersion?: string | undefined;
}

/** What every transport is given. */
export interface ConversationSetup {
  readonly role: AgentRole;
  readonly cwd: string;
  readonly limits: AgentLimits;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Schema of the answer, for agents that can be bound to one. */
  readonly answerSchema: Json;
  readonly cage: Cage;
}

/** How a process of an agent is put into its cage. */
export interface Cage {
  readonly sandbox: SandboxState;
  readonly home: 'throwaway' | 'user' | 'none';
  /** HOME of the agent. */
  readonly homePath: string;
  /** Folder of this call, for prompt and schema files. */
  readonly scratch: string;
  readonly environment: Readonly<Record<string, string>>;
  wrap(command: readonly string[]): readonly string[];
}
