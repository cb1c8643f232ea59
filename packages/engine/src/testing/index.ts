export {
  aCandidate,
  aChangedFile,
  aCompletedReview,
  aProtocol,
  aRunInput,
  aScanner,
} from './builders.ts';
export { type ManualClock, manualClock } from './manual-clock.ts';
export { type Script, type ScriptedRunner, scriptedRunner } from './scripted-runner.ts';
