import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/** Folders that may hold the log, best first; more than one only where the first may be read-only. */
export interface StateFolders {
  readonly preferred: string;
  readonly fallback: string | null;
}

/**
 * Says where state belongs (design §6).
 *
 * `MAGI_HOME` overrides. Else it is `magi` in the git folder that all working trees share; where
 * that cannot be written, and outside of repositories, a folder below the XDG state folder.
 */
export function stateFolders(commonDir: string | null, env: NodeJS.ProcessEnv): StateFolders {
  if (env.MAGI_HOME !== undefined && env.MAGI_HOME !== '') {
    return { preferred: resolve(env.MAGI_HOME), fallback: null };
  }
  const xdg = join(xdgState(env), 'magi');
  if (commonDir === null) return { preferred: xdg, fallback: null };
  return { preferred: join(commonDir, 'magi'), fallback: join(xdg, folderName(commonDir)) };
}

/** Readable and unique: the name of the repository and a digest of its path. */
function folderName(commonDir: string): string {
  const name =
    basename(commonDir) === '.git' ? basename(resolve(commonDir, '..')) : basename(commonDir);
  const digest = createHash('sha256').update(commonDir).digest('hex').slice(0, 12);
  return `${name.replace(/[^\w.-]/g, '_')}-${digest}`;
}

function xdgState(env: NodeJS.ProcessEnv): string {
  const set = env.XDG_STATE_HOME;
  // Relative values are to be ignored, says the specification of these folders.
  if (set?.startsWith('/')) return set;
  return join(env.HOME ?? homedir(), '.local', 'state');
}
