import type { MachineGraph } from '@magi/contracts';
import { runMachine } from '../machines/run.machine.ts';
import { trainingMachine } from '../machines/training.machine.ts';
import { graphOf } from './graph-of.ts';
import { machinesOf } from './identity.ts';

/** Graphs of every machine that ships: those a run is made of, the run itself first, and the trainer. */
export function allGraphs(): readonly MachineGraph[] {
  return [...machinesOf(runMachine), ...machinesOf(trainingMachine)].map(graphOf);
}
