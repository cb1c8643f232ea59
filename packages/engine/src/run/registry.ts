import { type MachineIdentity, MagiError } from '@magi/contracts';
import type { AnyStateMachine } from 'xstate';
import { identityOf } from '../graph/identity.ts';
import { runMachine } from '../machines/run.machine.ts';
import { trainingMachine } from '../machines/training.machine.ts';

/** One version of a machine that logs may have been made with. */
export interface Release {
  readonly identity: MachineIdentity;
  readonly machine: AnyStateMachine;
}

/** Every version of every root machine that this program can replay; the newest of each first. */
const releases: readonly Release[] = [runMachine, trainingMachine].map(released);

/** Hashing a machine takes milliseconds, and most commands look at no more than one, or at none. */
function released(machine: AnyStateMachine): Release {
  let identity: MachineIdentity | null = null;
  return {
    machine,
    get identity() {
      identity ??= identityOf(machine);
      return identity;
    },
  };
}

/** The machine that new runs, or trainings, are made with. */
export function newestRelease(id: 'run' | 'training' = 'run'): Release {
  return releases.find(({ machine }) => machine.id === id) as Release;
}

/**
 * The machine that a log was made with.
 *
 * @throws `MAGI_MACHINE_UNKNOWN` when this program does not ship it: it never replays a log under
 * other rules than it was made with
 * @see DESIGN.md E11
 */
export function releaseOf(identity: MachineIdentity): Release {
  const found = releases
    .filter(({ machine }) => machine.id === identity.id)
    .find(
      ({ identity: { version, graphHash } }) =>
        version === identity.version && graphHash === identity.graphHash,
    );
  if (found) return found;
  const known = releases.map(({ identity: { id, version } }) => `${id}@${version}`).join(', ');
  throw new MagiError(
    'MAGI_MACHINE_UNKNOWN',
    `The log was made with ${identity.id}@${identity.version} (graph ${identity.graphHash.slice(0, 12)}), which this version of magi does not have; it has ${known}.`,
    { exitCode: 5, hint: 'Use the version of magi named in entry #0, or run `magi migrate`.' },
  );
}
