import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Snapshot } from '@magi/contracts';
import { type CandidateSides, candidateOf } from './candidate-of.ts';

export interface ChangeInMemory extends CandidateSides {
  /** Directory with installed dependencies, for typed rules. */
  readonly checkout?: string;
}

/** A snapshot of texts instead of a repository. */
export function memorySnapshot(change: ChangeInMemory): Snapshot {
  const folders: string[] = [];
  return {
    candidate: candidateOf(change),
    checkout: change.checkout ?? null,
    read: async (side, path) => {
      const text = change[side][path];
      return text === undefined ? null : Buffer.from(text);
    },
    list: async (side) => Object.keys(change[side]).sort(),
    materialise: async (side, paths) => {
      const folder = await mkdtemp(join(tmpdir(), 'magi-memory-'));
      folders.push(folder);
      for (const path of paths) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), change[side][path] ?? '');
      }
      return folder;
    },
    dispose: async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
