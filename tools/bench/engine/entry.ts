/** What the benches of the engine and the log run: the shipped code, in one bundle. */
export { consolidate, decideRound } from '@magi/consolidation';
export { resumeRun, seek, startRun } from '@magi/engine';
export { replay } from '@magi/engine/replay';
export { aCandidate, aCompletedReview, aRunInput, aScanner } from '@magi/engine/testing';
export {
  appendEntries,
  createMemoryLog,
  exportRun,
  openEmbeddedLog,
  readEntries,
  verifyRun,
} from '@magi/event-log';
export { findProtocol } from '@magi/protocols';
