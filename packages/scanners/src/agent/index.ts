export { type AgentScannerOptions, createAgentScanner } from './agent-scanner.ts';
