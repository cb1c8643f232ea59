import type { MachineGraph } from '@magi/contracts';
import type { ChartLayout } from '@magi/engine/replay';

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
}

/**
 * How a run stands: `complete`, everything there is has arrived; `loading`, more is on its way;
 * `running`, somebody writes it now; `waiting`, nobody does and it has no end.
 */
export type Liveness = 'loading' | 'running' | 'waiting' | 'complete' | 'disconnected';
