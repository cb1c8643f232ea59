import { Entry, type Json } from '@magi/contracts';
import { payloadOf, withPayload } from './payload.ts';

/** An entry whose shape was checked, or what is wrong with it and where. */
export type ParsedEntry =
  | { readonly ok: true; readonly entry: Entry }
  | { readonly ok: false; readonly problem: string };

/**
 * Checks data against the schema of an entry.
 *
 * The payload is left out of the check: it is strict JSON already, because it comes from `JSON.parse`
 * or has passed `assertStrictJson`, and that is all that the schema asks of it. Walking it again
 * would cost most of the time of reading a log.
 */
export function parseStored(data: object): ParsedEntry {
  const unchecked = data as Entry;
  const payload = payloadOf(unchecked);
  const bare = payload === null ? data : withPayload(unchecked, placeholderFor(payload));
  const parsed = Entry.safeParse(bare);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { ok: false, problem: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  const entry = payload === null ? parsed.data : withPayload(parsed.data, payload);
  return { ok: true, entry };
}

/** An event must keep its type, which the schema asks for; of other payloads it asks nothing. */
function placeholderFor(payload: Json): Json {
  if (typeof payload !== 'object' || payload === null || !Object.hasOwn(payload, 'type')) {
    return null;
  }
  return { type: (payload as Readonly<Record<string, Json>>).type as Json };
}
