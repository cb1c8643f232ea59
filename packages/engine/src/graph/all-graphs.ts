import type { MachineGraph } from '@magi/contracts';
import { runMachine } from '../machines/run.machine.ts';
import { graphOf } from './graph-of.ts';
import { machinesOf } from './identity.ts';

/** Graphs of every machine that a run is made of, the run itself first. */
export function allGraphs(): readonly MachineGraph[] {
  return machinesOf(runMachine).map(graphOf);
}
