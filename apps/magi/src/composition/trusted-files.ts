import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  openSnapshot,
  type Repository,
  resolveInside,
  resolveSides,
  type Sides,
} from '@magi/change';
import type { ChangeRequest } from '@magi/contracts';
import type { ConfigFiles } from './config/load-config.ts';
import { failure } from './workspace.ts';

/**
 * Where configuration, personas and routing of a review are read from.
 *
 * Uncommitted work is the user's own: the working tree counts, programs included. A commit or a
 * range may be somebody else's: then the base revision counts, so that a change cannot choose its
 * own judges, and no program is run. A file that the reviewed head does not contain was put into the
 * working tree by the user; it counts where the base has none.
 *
 * @see README, "Where settings come from"
 */
export interface TrustedFiles extends ConfigFiles {
  /** What the request named when the files were looked for; absent for uncommitted work. */
  readonly sides?: Sides;
  readBytes(path: string): Promise<Uint8Array | null>;
  /** Paths of persona files and of what else lies below `.magi/`, bytewise sorted. */
  list(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/** The files that `request` may take its settings from. */
export async function trustedFiles(
  repository: Repository,
  request: ChangeRequest,
): Promise<TrustedFiles> {
  return request.mode === 'commit' || request.mode === 'range'
    ? baseFiles(repository, request)
    : workingTreeFiles(repository.root);
}

/** The files of a folder of the user. */
export function workingTreeFiles(root: string): TrustedFiles {
  const readBytes = (path: string): Promise<Uint8Array | null> => readInside(root, path);
  return {
    name: 'of the working tree',
    readBytes,
    read: textOf(readBytes),
    list: () => listInside(root),
    executable: (path) => join(root, path),
    dispose: async () => {},
  };
}

async function baseFiles(
  repository: Repository,
  request: Extract<ChangeRequest, { mode: 'commit' | 'range' }>,
): Promise<TrustedFiles> {
  const sides = await resolveSides(repository, request);
  if (!sides.ok) throw failure('CHANGE', sides.error);
  const snapshot = await openSnapshot(repository, { request, ...sides.value, files: [] });
  const readBytes = async (path: string): Promise<Uint8Array | null> => {
    const committed = await snapshot.read('base', path);
    if (committed !== null) return committed;
    const local = await readInside(repository.root, path);
    const isOwn = local !== null && (await snapshot.read('head', path)) === null;
    return isOwn ? local : null;
  };
  return {
    sides: sides.value,
    name: `at ${sides.value.base.ref}`,
    readBytes,
    read: textOf(readBytes),
    async list() {
      const committed = (await snapshot.list('base')).filter((path) => path.startsWith('.magi/'));
      const local = await listInside(repository.root);
      return [...new Set([...committed, ...local])].sort();
    },
    executable: () => null,
    dispose: () => snapshot.dispose(),
  };
}

function textOf(readBytes: (path: string) => Promise<Uint8Array | null>) {
  return async (path: string): Promise<string | null> => {
    const bytes = await readBytes(path);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  };
}

/** Bytes of a file, or null where there is none or a symbolic link leads to it. */
async function readInside(root: string, path: string): Promise<Uint8Array | null> {
  const inside = await resolveInside(root, path);
  if (!inside.ok) return null;
  try {
    return await readFile(inside.value);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw failure('FILE', {
      kind: 'unreadable',
      message: `${path} cannot be read: ${(error as Error).message}`,
      hint: 'Give yourself the right to read it, or remove it.',
    });
  }
}

async function listInside(root: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, '.magi'), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      )
      .sort();
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code);
}
