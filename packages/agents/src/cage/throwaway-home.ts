import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A private folder of one call: HOME of the agent, or only scratch space when it needs its own. */
export interface Scratch {
  readonly path: string;
  /** Writes a file below the folder and returns its absolute path. */
  write(name: string, content: string): string;
  dispose(): void;
}

/** Creates an empty folder that only this user can read, with a `tmp` folder inside. */
export function createScratch(): Scratch {
  const path = mkdtempSync(join(tmpdir(), 'magi-agent-'));
  mkdirSync(join(path, 'tmp'), { mode: 0o700 });
  return {
    path,
    write(name, content) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, content, { mode: 0o600 });
      return file;
    },
    dispose: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
