import { type Entry, type Json, MagiError, type ReplayOutput } from '@magi/contracts';
import type { SystemState } from '../host/deterministic-system.ts';
import { type RunView, viewOf } from '../run/run-view.ts';
import { createPlayer } from './player.ts';

/** A run at one entry: what `magi replay --json` prints, and the same as a view. */
export interface Replay extends ReplayOutput {
  readonly view: RunView;
}

/**
 * Gives the state of a run after an entry, from the log alone.
 *
 * Every entry's hash of the state before it is compared: what comes back is the state that the live
 * run had, or an error that says where they part.
 *
 * @param options.at number of the entry; the newest by default
 * @throws `MAGI_REPLAY_DIVERGED`, `MAGI_MACHINE_UNKNOWN`, `MAGI_ENTRY_UNKNOWN`
 */
export function replay(entries: Iterable<Entry>, options: { readonly at?: number } = {}): Replay {
  const player = createPlayer();
  for (const entry of entries) {
    player.play(entry);
    if (entry.seq === options.at) break;
  }
  const position = player.position();
  if (options.at !== undefined && position.seq !== options.at) {
    throw unknownEntry(position.run, options.at, position.seq);
  }
  return replayOf(position, player.state());
}

/**
 * Visits every entry of a run with the state after it, in order.
 *
 * @throws as `replay`, at the entry concerned: everything before it has been visited
 */
export function replayEach(
  entries: Iterable<Entry>,
  visit: (entry: Entry, after: Replay) => void,
): void {
  const player = createPlayer();
  for (const entry of entries) {
    player.play(entry);
    visit(entry, replayOf(player.position(), player.state()));
  }
}

/** Puts a state into the published shape. */
export function replayOf(
  position: { readonly run: string; readonly seq: number; readonly stateHash: string },
  state: SystemState,
): Replay {
  return {
    schemaVersion: 1,
    ...position,
    state: state.actors as unknown as Json,
    pending: [...state.pending],
    timers: [...state.timers],
    view: viewOf(position, state),
  };
}

export function unknownEntry(run: string, at: number, newest: number): MagiError {
  return new MagiError('MAGI_ENTRY_UNKNOWN', `Run ${run} has no entry #${at}.`, {
    exitCode: 2,
    hint: `Its newest entry is #${newest}.`,
  });
}
