import { type EventLog, fail, type NewEvent, ok, type Result } from '@magi/contracts';
import { eventTypeOf } from './entries/event-type.ts';
import { readEntries } from './entries/read-entries.ts';
import { VersionConflict } from './log-errors.ts';
import { checkRunName } from './new-event.ts';
import { renamedEvents } from './rename-run.ts';

export type ForkFailure =
  | { readonly kind: 'no-such-entry'; readonly entries: number }
  | { readonly kind: 'exists'; readonly run: string };

/**
 * Begins a new run with the entries 0 to `at` of another one.
 *
 * The `init` of the new run says where it comes from; everything else is the same but for the name,
 * so ids and hashes are new. Big payloads are shared.
 *
 * @throws `MAGI_LOG_CORRUPT` when the entries to copy are damaged
 */
export async function forkRun(
  log: EventLog,
  run: string,
  at: number,
  newRun: string,
): Promise<Result<{ readonly version: number; readonly hash: string }, ForkFailure>> {
  checkRunName(newRun);
  const events: NewEvent[] = [];
  let hash = '';
  for await (const logged of readEntries(log, run, { to: at, keepReferences: true })) {
    const { entry, body, id } = logged;
    events.push({ id, type: eventTypeOf(entry), at: entry.at, body });
    hash = logged.hash;
  }
  const [init, ...rest] = renamedEvents(events, newRun);
  if (init === undefined || events.length !== at + 1) {
    return fail({ kind: 'no-such-entry', entries: events.length });
  }
  const origin = { ...init, body: withOrigin(init.body, { run, seq: at, hash }) };
  try {
    return ok(await log.append(newRun, [origin, ...rest], 0));
  } catch (error) {
    if (error instanceof VersionConflict) return fail({ kind: 'exists', run: newRun });
    throw error;
  }
}

function withOrigin(body: string, forkedFrom: { run: string; seq: number; hash: string }): string {
  const entry = JSON.parse(body);
  return JSON.stringify({ ...entry, in: { ...entry.in, forkedFrom } });
}
