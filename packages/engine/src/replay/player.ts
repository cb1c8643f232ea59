import { type Entry, MagiError } from '@magi/contracts';
import type { AnyActorLogic, InspectionEvent } from 'xstate';
import type { SystemState } from '../host/deterministic-system.ts';
import { createStage, type Stage } from '../host/stage.ts';
import { releaseOf } from '../run/registry.ts';
import type { Position } from '../run/run-view.ts';

/** Plays the entries of one run, one after the other, without ever reaching outside. */
export interface Player {
  play(entry: Entry): void;
  position(): Position;
  state(): SystemState;
  stage(): Stage;
}

export interface PlayerOptions {
  readonly inspect?: (event: InspectionEvent) => void;
  /** The root of the actor system, for logs of systems that magi itself does not ship. */
  readonly logic?: AnyActorLogic;
}

/**
 * Makes a player; the first entry tells it which machine to use.
 *
 * @throws from `play`: `MAGI_REPLAY_DIVERGED`, `MAGI_MACHINE_UNKNOWN`, `MAGI_LOG_CORRUPT`
 */
export function createPlayer(options: PlayerOptions = {}): Player {
  let played: { readonly stage: Stage; run: string; seq: number } | null = null;

  function started() {
    if (!played) throw corrupt('The log is empty: a run begins with an `init` entry.');
    return played;
  }

  return {
    play(entry) {
      if (!played) played = { stage: stageFor(entry, options), run: entry.run, seq: -1 };
      if (entry.seq !== played.seq + 1) {
        throw corrupt(`Run ${entry.run}: entry #${entry.seq} follows on #${played.seq}.`);
      }
      played.stage.repeat(entry);
      played.seq = entry.seq;
    },
    position() {
      const { stage, run, seq } = started();
      return { run, seq, stateHash: stage.stateHash() };
    },
    state: () => started().stage.state(),
    stage: () => started().stage,
  };
}

function stageFor(entry: Entry, options: PlayerOptions): Stage {
  if (entry.in?.type !== 'init') {
    throw corrupt(`Run ${entry.run} does not begin with an \`init\` entry.`);
  }
  const { logic = releaseOf(entry.in.machine).machine, ...watching } = options;
  return createStage(logic, { run: entry.run, ...watching });
}

function corrupt(message: string): MagiError {
  return new MagiError('MAGI_LOG_CORRUPT', message, {
    exitCode: 5,
    hint: '`magi verify` names the first damaged entry.',
  });
}
