export { createAgentScanner } from './agent-scanner.ts';
export type { AgentScannerOptions } from './agent-scanner-options.ts';
