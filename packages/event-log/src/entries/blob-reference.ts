import { type Entry, type Json, Sha256 } from '@magi/contracts';
import { z } from 'zod';
import { payloadOf } from './payload.ts';

/**
 * Stands in an entry for a payload whose bytes are stored beside the log.
 *
 * `bytes` is the length of the payload's JSON text in UTF-8; an event keeps its type in sight.
 */
export const BlobReference = z.strictObject({
  type: z.string().optional(),
  $blob: Sha256,
  bytes: z.int().min(0),
});
export type BlobReference = z.infer<typeof BlobReference>;

/** The reference that a stored payload is; null for a payload that stands in the entry itself. */
export function blobReferenceOf(payload: Json | null): BlobReference | null {
  if (!claimsToBeReference(payload)) return null;
  const parsed = BlobReference.safeParse(payload);
  return parsed.success ? parsed.data : null;
}

/** Digest of the payload that a stored body leaves to a blob; null where it has none. */
export function blobDigestIn(body: string): string | null {
  if (!body.includes('"$blob"')) return null;
  return blobReferenceOf(payloadOf(JSON.parse(body) as Entry))?.$blob ?? null;
}

/** Whether a payload could be taken for a reference: such a one is never stored in place. */
export function claimsToBeReference(payload: Json | null): boolean {
  return typeof payload === 'object' && payload !== null && Object.hasOwn(payload, '$blob');
}
