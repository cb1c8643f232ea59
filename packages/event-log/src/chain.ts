import type { NewEvent } from '@magi/contracts';
import { sha256 } from './sha256.ts';

/** The hash that stands before the first event of every stream. */
export const GENESIS = '0'.repeat(64);

/** Newest event of a stream: what the next one is chained to. Version 0 means an empty stream. */
export interface Head {
  readonly version: number;
  readonly hash: string;
}

/** Head of a stream that does not exist yet. */
export const EMPTY_HEAD: Head = { version: 0, hash: GENESIS };

/**
 * Hash of one event in its place.
 *
 * SHA-256 over the UTF-8 bytes of `previous\nstream\nversion\nid\nbody`. The first four never hold a
 * line break (`checkNewEvents`), so two different events cannot give the same bytes.
 *
 * @see DESIGN.md L4
 */
export function link(
  previous: string,
  stream: string,
  version: number,
  event: Pick<NewEvent, 'id' | 'body'>,
): string {
  return sha256(`${previous}\n${stream}\n${version}\n${event.id}\n${event.body}`);
}

/** Gives new events their versions and hashes, following on from `head`. */
export function chainAfter(
  head: Head,
  stream: string,
  events: readonly NewEvent[],
): readonly (NewEvent & Head)[] {
  let { version, hash } = head;
  return events.map((event) => {
    version += 1;
    hash = link(hash, stream, version, event);
    return { id: event.id, type: event.type, at: event.at, body: event.body, version, hash };
  });
}
