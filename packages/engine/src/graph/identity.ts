import type { MachineIdentity } from '@magi/contracts';
import type { AnyStateMachine } from 'xstate';
import { createStateHasher } from '../hash/state-hash.ts';
import { graphOf } from './graph-of.ts';

/**
 * Names a machine together with all machines below it: a change in any of their charts gives
 * another hash. Bodies of guards and actions are not covered; state hashes and golden logs are.
 */
export function identityOf(machine: AnyStateMachine): MachineIdentity {
  const hashes = machinesOf(machine).map((each) => graphOf(each).hash);
  return {
    id: machine.id,
    version: machine.version ?? '0',
    graphHash: createStateHasher().digest(hashes.sort()),
  };
}

/** A machine and every machine that it may start, each once. */
export function machinesOf(machine: AnyStateMachine): readonly AnyStateMachine[] {
  const found = new Set<AnyStateMachine>();
  collect(machine, found);
  return [...found];
}

function collect(machine: AnyStateMachine, found: Set<AnyStateMachine>): void {
  if (found.has(machine)) return;
  found.add(machine);
  for (const actor of Object.values(machine.implementations.actors)) {
    if (isMachine(actor)) collect(actor, found);
  }
}

function isMachine(actor: unknown): actor is AnyStateMachine {
  return typeof actor === 'object' && actor !== null && 'root' in actor && 'provide' in actor;
}
