import { type Entry, type MachineGraph, MagiError } from '@magi/contracts';
import type { AnyStateMachine } from 'xstate';
import { graphOf } from '../graph/graph-of.ts';
import { machinesOf } from '../graph/identity.ts';
import { releaseOf } from '../run/registry.ts';

/**
 * Charts of the machines that a log was made with, the root first; none when this program does not
 * know them.
 *
 * @param first the first entry of the log
 * @param logic the root machine, for logs of systems that magi itself does not ship
 */
export function graphsOfRun(first: Entry, logic?: AnyStateMachine): readonly MachineGraph[] {
  const root = logic ?? machineOf(first);
  return root === null ? [] : machinesOf(root).map(graphOf);
}

function machineOf({ in: input }: Entry): AnyStateMachine | null {
  if (input?.type !== 'init') return null;
  try {
    return releaseOf(input.machine).machine;
  } catch (error) {
    if (error instanceof MagiError && error.code === 'MAGI_MACHINE_UNKNOWN') return null;
    throw error;
  }
}
