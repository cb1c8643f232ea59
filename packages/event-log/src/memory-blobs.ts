import { byBytes } from './byte-order.ts';
import type { MaintainedLog } from './maintained-log.ts';
import { sha256, verifiedBlob } from './sha256.ts';

type Blobs = Pick<MaintainedLog, 'putBlob' | 'getBlob' | 'listBlobs' | 'deleteBlob'>;

/** Content-addressed bytes in memory; nobody outside gets hold of the stored ones. */
export function createMemoryBlobs(now: () => number): Blobs {
  const blobs = new Map<string, { readonly bytes: Uint8Array; readonly at: string }>();

  return {
    async putBlob(bytes) {
      const digest = sha256(bytes);
      blobs.set(digest, { bytes: Uint8Array.from(bytes), at: new Date(now()).toISOString() });
      return digest;
    },
    async getBlob(digest) {
      const blob = blobs.get(digest);
      return blob ? verifiedBlob(digest, Uint8Array.from(blob.bytes)) : null;
    },
    async *listBlobs() {
      for (const [digest, { bytes, at }] of [...blobs].sort(([a], [b]) => byBytes(a, b))) {
        yield { sha256: digest, bytes: bytes.length, at };
      }
    },
    async deleteBlob(digest, putBefore) {
      const blob = blobs.get(digest);
      if (!blob || (putBefore !== undefined && blob.at >= putBefore)) return false;
      return blobs.delete(digest);
    },
  };
}
