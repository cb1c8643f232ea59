import type { Entry, EventLog } from '@magi/contracts';
import { readEntries, runInfo } from '@magi/event-log';
import { createStateHasher } from '../hash/state-hash.ts';
import { createPlayer } from '../replay/player.ts';
import { type Replay, replayOf, unknownEntry } from '../replay/replay.ts';
import { createCamera, screen } from './film.ts';

export interface SeekOptions {
  readonly log: EventLog;
  readonly run: string;
  /** Number of the entry; the newest by default. */
  readonly at?: number;
}

/**
 * Gives the state of a run after an entry, fast also in long logs.
 *
 * Long logs are filmed while they are written or when they are first replayed. A state taken from a
 * film is believed only when its hash is the one that the log itself names for that place; else
 * the log is replayed. Entries are streamed, never held.
 *
 * @throws as `replay`, and what reading the log throws
 * @see DESIGN.md E16
 */
export async function seek(options: SeekOptions): Promise<Replay> {
  return (await fromFilm(options)) ?? (await fromStart(options));
}

async function fromFilm({ log, run, at: wanted }: SeekOptions): Promise<Replay | null> {
  const at = wanted ?? ((await runInfo(log, run))?.version ?? 0) - 1;
  const state = await screen(log, run, at);
  if (!state) return null;
  const stateHash = createStateHasher().digest(state);
  return stateHash === (await recordedHash(log, run, at))
    ? replayOf({ run, seq: at, stateHash }, state)
    : null;
}

/** Hash that the log names for the state after an entry; null where it names none. */
async function recordedHash(log: EventLog, run: string, at: number): Promise<string | null> {
  const entries: Entry[] = [];
  for await (const { entry } of readEntries(log, run, { from: at, to: at + 1 }))
    entries.push(entry);
  const [own, next] = entries;
  if (next) return next.onState;
  // A note changes nothing: the state after it is the state before it.
  return own?.note ? own.onState : null;
}

async function fromStart({ log, run, at }: SeekOptions): Promise<Replay> {
  const player = createPlayer();
  const camera = createCamera(log, run);
  const range = at === undefined ? {} : { to: at };
  for await (const { entry } of readEntries(log, run, range)) {
    player.play(entry);
    camera.see(entry.seq, player.state());
  }
  await camera.cut();
  const position = player.position();
  if (at !== undefined && position.seq !== at) throw unknownEntry(run, at, position.seq);
  return replayOf(position, player.state());
}
