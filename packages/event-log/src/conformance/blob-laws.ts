import { describe, expect, it } from 'vitest';
import type { Subject } from './describe-event-log.ts';

const DIGEST_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

export function blobLaws(subject: () => Promise<Subject>): void {
  describe('blobs', () => {
    it('stores bytes under their SHA-256 and gives them back (L8)', async () => {
      const { log } = await subject();
      expect(await log.putBlob(Buffer.from('abc'))).toBe(DIGEST_OF_ABC);
      expect(Buffer.from((await log.getBlob(DIGEST_OF_ABC)) ?? []).toString()).toBe('abc');
    });

    it('keeps any bytes, also none', async () => {
      const { log } = await subject();
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
      const digest = await log.putBlob(bytes);
      const empty = await log.putBlob(new Uint8Array());
      expect(Buffer.compare((await log.getBlob(digest)) as Uint8Array, bytes)).toBe(0);
      expect(await log.getBlob(empty)).toHaveLength(0);
    });

    it('keeps its own copy, whatever becomes of the bytes outside (L8)', async () => {
      const { log } = await subject();
      const bytes = Buffer.from('abc');
      await log.putBlob(bytes);
      bytes.fill(0);
      (await log.getBlob(DIGEST_OF_ABC))?.fill(0);
      expect(Buffer.from((await log.getBlob(DIGEST_OF_ABC)) ?? []).toString()).toBe('abc');
    });

    it('takes the same bytes twice', async () => {
      const { log } = await subject();
      await log.putBlob(Buffer.from('abc'));
      expect(await log.putBlob(Buffer.from('abc'))).toBe(DIGEST_OF_ABC);
    });

    it('says null for a digest that it does not have', async () => {
      const { log } = await subject();
      expect(await log.getBlob(DIGEST_OF_ABC)).toBeNull();
    });
  });
}
