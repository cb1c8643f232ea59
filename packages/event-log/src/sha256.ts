import { hash } from 'node:crypto';
import { corruptLog } from './log-errors.ts';

/** Lower-case hexadecimal SHA-256 of bytes, or of the UTF-8 bytes of a text. */
export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes);
}

/** Gives the bytes back if they are the ones the digest names; else throws `MAGI_LOG_CORRUPT`. */
export function verifiedBlob(digest: string, bytes: Uint8Array): Uint8Array {
  if (sha256(bytes) === digest) return bytes;
  throw corruptLog(`Blob ${digest}`, 'its bytes have changed since they were stored');
}
