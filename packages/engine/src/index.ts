export { conflictReport } from '@magi/consolidation';
export { identityOf } from './graph/identity.ts';
export type { Redact } from './host/clean-input.ts';
export { createHost } from './host/create-host.ts';
export type { CheckOutput } from './host/dispatcher.ts';
export { type EffectLogic, effect } from './host/effect.ts';
export type {
  Host,
  HostOptions,
  HostUpdate,
  Rest,
} from './host/host.ts';
export type { Durability } from './host/journal.ts';
export { cachedLayout, type LayoutStore, layoutName } from './layout/cached-layout.ts';
export { layoutOf } from './layout/layout-of.ts';
export type { RunContext } from './machines/run-context.ts';
export type { TrainingContext } from './machines/training-context.ts';
export type { OutsideEvent, RunEnd, RunHandle, RunUpdate } from './run/run-handle.ts';
export type { RunView } from './run/run-view.ts';
export {
  type ResumeRunOptions,
  type RunPorts,
  resumeRun,
  type StartRunOptions,
  startRun,
  startTraining,
} from './run/start-run.ts';
export { type SeekOptions, seek } from './seek/seek.ts';
export { createStatelyEncoder } from './stately/stately-encoder.ts';
export type { StatelyMessage } from './stately/stately-message.ts';
