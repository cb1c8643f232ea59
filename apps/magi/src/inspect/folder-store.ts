import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LayoutStore } from '@magi/engine';

/** Keeps layouts as files of one folder, which is made when there is something to keep. */
export function folderStore(folder: string): LayoutStore {
  return {
    read: (name) => readFile(join(folder, name), 'utf8').catch(() => null),
    async write(name, text) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), text);
    },
  };
}
