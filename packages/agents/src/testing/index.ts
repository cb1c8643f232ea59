export { markedProcesses } from '../process/living-processes.ts';
export { type HostileAnswer, hostileAnswers, smuggledSecret } from './hostile-answers.ts';
export { type HostileChange, hostileChanges } from './hostile-changes.ts';
export { isAlive } from './is-alive.ts';
export { answering, reading, running, writing } from './model-server/replies.ts';
export type { ModelReply, ModelRequest, ModelScript, Wire } from './model-server/script.ts';
export { type ModelServer, startModelServer } from './model-server/start-model-server.ts';
export {
  type AcpScript,
  type AcpStep,
  scriptedAcpAgent,
  scriptedCommand,
} from './scripted-agents.ts';
export { unlimitedBudget } from './unlimited-budget.ts';
export { wallClock } from './wall-clock.ts';
