export { type AgentScannerOptions, createAgentScanner } from './agent/agent-scanner.ts';
export {
  builtinScannerIds,
  type CheckDescription,
  describeScanner,
  type ScannerDescription,
} from './builtin/describe-scanner.ts';
export {
  choosePanel,
  type PanelFailure,
  type PanelInput,
  type PanelOutput,
  type RoutingDecision,
} from './panel/choose-panel.ts';
export { createScannerPool, type PoolOptions, type ScannerPool } from './pool/scanner-pool.ts';
export { failedReview } from './review/failed-review.ts';
export { type ImportedLog, readSarif } from './sarif/sarif-log.ts';
export { createSarifScanner, type SarifText } from './sarif/sarif-scanner.ts';
