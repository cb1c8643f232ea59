export { buildRun, type RoundPlan, type RunPlan } from './build-run.ts';
export { plainProtocol } from './plain-protocol.ts';
