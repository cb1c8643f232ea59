import type { AgentFailureCode } from '@magi/agents';

const codes: Readonly<Record<AgentFailureCode, 'missing' | 'other'>> = {
  'not-installed': 'missing',
  'auth-required': 'missing',
  budget: 'other',
  'provider-unavailable': 'other',
  'provider-error': 'other',
  'sandbox-unavailable': 'other',
  profile: 'other',
  timeout: 'other',
  idle: 'other',
  cancelled: 'other',
  'output-limit': 'other',
  crashed: 'other',
  declined: 'other',
  empty: 'other',
  truncated: 'other',
  unparsable: 'other',
  tampered: 'other',
};

/** The code that the reason of an agent's unfinished review begins with; null for other reasons. */
export function agentFailure(reason: string): AgentFailureCode | null {
  const [, word = ''] = /^([a-z-]+): /.exec(reason) ?? [];
  return Object.hasOwn(codes, word) ? (word as AgentFailureCode) : null;
}

/** True where the agent is not there, or nobody is logged in to it. */
export function isMissingAgent(code: string): boolean {
  return Object.hasOwn(codes, code) && codes[code as AgentFailureCode] === 'missing';
}
