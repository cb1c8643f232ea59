export type {
  AgentAnswer,
  AgentFailureCode,
  AgentRole,
  Evidence,
  RefusedAction,
} from './agent-answer.ts';
export { type AskRequest, askAgent } from './ask-agent.ts';
export { askCached, type CacheOptions } from './ask-cached.ts';
export { addCosts } from './budget/add-costs.ts';
export { type BreakerOpen, type BreakerRegistry, createBreakerRegistry } from './budget/breaker.ts';
export type { BudgetExhausted, BudgetLimits, BudgetMeter } from './budget/budget-meter.ts';
export { profileLimits } from './budget/profile-limits.ts';
export { createRunBudget, type RunBudget } from './budget/run-budget.ts';
export { isAgentConfig } from './cage/agent-config-paths.ts';
export { isInside } from './cage/path-inside.ts';
export { probeSandbox, type SandboxPolicy, type SandboxState } from './cage/sandbox.ts';
export { type DetectedAgent, type DetectOptions, detectAgents } from './detect-agents.ts';
export { showHidden } from './injection/hidden-characters.ts';
export { type InjectionSign, scanInjection } from './injection/scan-injection.ts';
export { mergeWordings } from './merge-wordings.ts';
export type { AgentPreset } from './presets/preset.ts';
export { presets, readyProfile } from './presets/presets.ts';
export { type ProbeOptions, probeAgent } from './probe-agent.ts';
export { endLeftovers } from './process/end-leftovers.ts';
export { runMark } from './process/living-processes.ts';
export { estimateTokens } from './prompt/estimate-tokens.ts';
export type { PromptData, PromptParts } from './prompt/prompt-parts.ts';
export {
  type FileGroup,
  type FilePart,
  type FileText,
  splitChange,
} from './prompt/split-change.ts';
export {
  createRedactor,
  type Redactor,
  redactJson,
  redactSecrets,
} from './redaction/redact-secrets.ts';
export type { AgentLimits } from './transport/conversation.ts';
