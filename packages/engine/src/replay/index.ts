export type { EntryWords, Frame, FrameHead, FrameState, PackedFrame } from '../frames/frame.ts';
export {
  createFrameMaker,
  createPackedFrameMaker,
  type FrameMakerOptions,
} from '../frames/frame-maker.ts';
export { createReel, type Reel } from '../frames/reel.ts';
export { graphsOfRun } from '../frames/run-graphs.ts';
export type { FrameDelivery, Liveness, SessionHead } from '../frames/session-head.ts';
export { activeStates } from '../graph/active-states.ts';
export { allGraphs } from '../graph/all-graphs.ts';
export { graphOf } from '../graph/graph-of.ts';
export { toMermaid } from '../graph/to-mermaid.ts';
export { toTree } from '../graph/to-tree.ts';
export { eventLabel, transitionLabel } from '../graph/transition-label.ts';
export type { Box, ChartLayout, Point } from '../layout/chart-layout.ts';
export { type Drawing, type DrawnEdge, type DrawnNode, drawingOf } from '../layout/drawing.ts';
export { measures } from '../layout/measures.ts';
export { type SvgOptions, toSvg } from '../layout/to-svg.ts';
export type { RunContext } from '../machines/run-context.ts';
export type { RunView } from '../run/run-view.ts';
export type { Candidate } from './candidates.ts';
export { type ExplainedStep, type Explanation, explainStep } from './explain.ts';
export { type ForkPlan, forkPlan } from './fork.ts';
export { type Migration, migrate } from './migrate.ts';
export { type Replay, replay, replayEach } from './replay.ts';
export { type TraceMicrostep, type TraceStep, traceOf } from './trace.ts';
