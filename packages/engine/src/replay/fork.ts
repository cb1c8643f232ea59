import { type Entry, Input, MagiError } from '@magi/contracts';
import { checkEffectOutput } from '../run/effect-outputs.ts';
import { createPlayer, type Player } from './player.ts';
import { type Replay, replayOf, unknownEntry } from './replay.ts';

/** How a run is branched off another one after an entry. */
export interface ForkPlan {
  readonly at: number;
  /** State that the fork begins in. */
  readonly from: Replay;
  /** What the fork hears first, instead of what came next; null: it simply goes on. */
  readonly input: Input | null;
}

/**
 * Plans a fork after entry `at` and checks that its first input makes sense there: an answer needs
 * an effect that is pending at that point, and must be what effects of its kind return.
 *
 * @throws `MAGI_ENTRY_UNKNOWN`, `MAGI_FORK_INVALID`, and as `replay`
 */
export function forkPlan(
  entries: Iterable<Entry>,
  options: { readonly at: number; readonly with?: unknown },
): ForkPlan {
  const player = createPlayer();
  for (const entry of entries) {
    if (entry.seq > options.at) break;
    player.play(entry);
  }
  const from = replayOf(player.position(), player.state());
  if (from.seq !== options.at) throw unknownEntry(from.run, options.at, from.seq);
  const input = options.with === undefined ? null : parse(options.with);
  if (input) checkFits(input, player, from);
  return { at: options.at, from, input };
}

function parse(value: unknown): Input {
  const parsed = Input.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`the input of the fork is none: ${issue?.path.join('.')}: ${issue?.message}`);
}

function checkFits(input: Input, player: Player, from: Replay): void {
  const { system } = player.stage();
  if (input.type === 'init' || !system.awaits(input)) {
    const pending = from.pending.map(({ key }) => key).join(', ') || 'nothing';
    throw invalid(`nobody awaits this input after entry #${from.seq}; pending: ${pending}`);
  }
  if (input.type !== 'done') return;
  const kind = from.pending.find(({ key }) => key === input.key)?.kind ?? '';
  const checked = checkEffectOutput(kind, input.output);
  if (!checked.ok) throw invalid(`${kind} cannot answer that: ${checked.why}`);
}

function invalid(problem: string): MagiError {
  return new MagiError('MAGI_FORK_INVALID', `Cannot fork: ${problem}.`, { exitCode: 2 });
}
