import type { BreakerRegistry, RunBudget, SandboxPolicy } from '@magi/agents';
import type { AgentProfile } from '@magi/contracts';

/** What a reviewer made of a persona and an agent needs besides its spec. */
export interface AgentScannerOptions {
  readonly profile: AgentProfile;
  /** What the persona is there for; its checks stand in the spec. */
  readonly mandate: string;
  readonly budget: RunBudget;
  readonly breaker: BreakerRegistry;
  readonly sandbox: SandboxPolicy;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks again although the same question was answered before. */
  readonly fresh?: boolean;
  /** How often each question is asked; default once. */
  readonly samples?: number;
  /** Digest of whatever else the agent must not change, for example the user's checkout. */
  readonly integrity?: () => Promise<string>;
  /** Keeps answers that could not be used, redacted, and returns their SHA-256. */
  readonly keepRawAnswer?: (answer: Uint8Array) => Promise<string>;
  /** Most tokens of change text in one call; default 24,000. */
  readonly maxTokensPerCall?: number;
  /** Most files in one call; default 20. */
  readonly maxFilesPerCall?: number;
}
