export { type AgentFixerOptions, agentFixer } from './agent/agent-fixer.ts';
export { builtinFixer } from './builtin/builtin-fixer.ts';
export { type CommandFixerOptions, commandFixer } from './command/command-fixer.ts';
export { runShell, type ShellEnd } from './command/run-shell.ts';
export { orderFor, type WorkOrder } from './command/work-order.ts';
export { failed as failedFix } from './report-parts.ts';
