import type { MachineGraph } from '@magi/contracts';
import type { ChartLayout } from '../layout/chart-layout.ts';
import type { PackedFrame } from './frame.ts';

/** What a page is told about a run before the first frame. */
export interface SessionHead {
  readonly format: 1;
  readonly run: string;
  /** Charts of the machines that the log was made with; empty when they are not known. */
  readonly graphs: readonly MachineGraph[];
  readonly layouts: readonly ChartLayout[];
  /** True when frames go on coming while the run goes on. */
  readonly isLive: boolean;
  /** True for a log in a file: it has to be imported before it can be forked. */
  readonly isFile: boolean;
  /** True when the reader asked for the bridge to the inspector of Stately. */
  readonly isBridged: boolean;
}

/**
 * How a run stands: `loading`, more of it is on its way; `running`, somebody writes it now;
 * `waiting`, nobody does and it has no end; `complete`, it has ended, or is a file.
 */
export type Liveness = 'loading' | 'running' | 'waiting' | 'complete';

/** Frames on their way to a page, from an entry on. */
export interface FrameDelivery {
  readonly from: number;
  readonly frames: readonly PackedFrame[];
}
