import type { Cost } from '@magi/contracts';
import type { SandboxState } from './cage/sandbox.ts';

/** A reviewer reads; a fixer may also change files of its worktree. */
export type AgentRole = 'reviewer' | 'fixer';

/** Stable codes of everything that can go wrong with an agent. */
export type AgentFailureCode =
  /** The allowance of the scanner or the run is spent. */
  | 'budget'
  /** The provider failed several times in a row; nothing was sent. */
  | 'provider-unavailable'
  | 'provider-error'
  | 'sandbox-unavailable'
  | 'auth-required'
  /** The profile names a mode, model or preset that the agent does not have. */
  | 'profile'
  | 'not-installed'
  | 'timeout'
  | 'idle'
  | 'cancelled'
  | 'output-limit'
  | 'crashed'
  /** The agent declined the task. */
  | 'declined'
  | 'empty'
  | 'truncated'
  | 'unparsable'
  /** A reviewer changed what it reviewed. */
  | 'tampered';

/** Something an agent wanted to do and was not allowed to. */
export interface RefusedAction {
  /** Kind of tool in the words of the Agent Client Protocol: `edit`, `execute`, `fetch`, … */
  readonly kind: string;
  readonly title: string;
  readonly paths: readonly string[];
}

/** What is known of how an answer came about; kept whether or not the answer is usable. */
export interface Evidence {
  readonly transport: 'command' | 'acp' | 'api';
  readonly agent: string;
  readonly agentVersion?: string;
  readonly model?: string;
  readonly durationMs: number;
  readonly toolCalls: number;
  readonly filesRead: readonly string[];
  readonly refused: readonly RefusedAction[];
  readonly sandbox: SandboxState;
  readonly home: 'throwaway' | 'user' | 'none';
  /** How the answer was read; absent when there was none. */
  readonly quality?: 'strict' | 'repaired';
  /** What was wrong with answers before the last one. */
  readonly corrections: readonly string[];
  /** Processes that outlived the agent and were ended. */
  readonly reaped: number;
  /** End of the agent's error output, redacted. */
  readonly stderrTail?: string;
  /** True when the answer came from the cache and nobody was asked. */
  readonly cached?: true;
}

/**
 * What came of asking an agent. Only `ok` carries data, and only `ok` can make a check true.
 *
 * `refused`: nothing was sent. `failed`: the agent broke. `incomplete`: it answered, but not in a
 * form that can be relied on; `rawAnswer` keeps what it said.
 */
export type AgentAnswer<Data> =
  | {
      readonly status: 'ok';
      readonly data: Data;
      readonly cost: Cost;
      readonly evidence: Evidence;
      readonly rawAnswer: Uint8Array;
    }
  | {
      readonly status: 'incomplete' | 'failed' | 'refused';
      readonly code: AgentFailureCode;
      /** One sentence: what, where, and what to do next where that is known. */
      readonly reason: string;
      readonly rawAnswer?: Uint8Array;
      readonly cost: Cost;
      readonly evidence: Evidence;
    };
