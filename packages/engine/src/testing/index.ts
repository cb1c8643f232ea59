export {
  aCandidate,
  aChangedFile,
  aCompletedReview,
  aProtocol,
  aRunInput,
  aScanner,
} from './builders.ts';
export { type ManualClock, manualClock } from './manual-clock.ts';
export {
  entriesIn,
  entriesOf,
  type PlayedRun,
  type PlayOptions,
  playRun,
  quiet,
  resumeOn,
  timePasses,
} from './play-run.ts';
export { type Script, type ScriptedRunner, scriptedRunner } from './scripted-runner.ts';
