export { graphOf } from '../graph/graph-of.ts';
export type { RunContext } from '../machines/run-context.ts';
export type { RunView } from '../run/run-view.ts';
export { type Replay, replay, replayEach } from './replay.ts';
