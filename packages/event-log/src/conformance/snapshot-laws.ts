import { describe, expect, it } from 'vitest';
import type { Subject } from './describe-event-log.ts';

export function snapshotLaws(subject: () => Promise<Subject>): void {
  describe('snapshots', () => {
    it('gives the newest of a schema at or before a version', async () => {
      const { log } = await subject();
      await log.putSnapshot('run', 5, 'one', '{"at":5}');
      await log.putSnapshot('run', 10, 'one', '{"at":10}');
      await log.putSnapshot('run', 20, 'two', '{"at":20}');
      expect(await log.getSnapshot('run', 'one')).toEqual({ version: 10, state: '{"at":10}' });
      expect(await log.getSnapshot('run', 'one', 9)).toEqual({ version: 5, state: '{"at":5}' });
      expect(await log.getSnapshot('run', 'one', 4)).toBeNull();
      expect(await log.getSnapshot('run', 'three')).toBeNull();
      expect(await log.getSnapshot('other', 'one')).toBeNull();
    });

    it('replaces one of the same schema and version', async () => {
      const { log } = await subject();
      await log.putSnapshot('run', 5, 'one', 'old');
      await log.putSnapshot('run', 5, 'one', 'new');
      expect(await log.getSnapshot('run', 'one')).toEqual({ version: 5, state: 'new' });
    });
  });
}
