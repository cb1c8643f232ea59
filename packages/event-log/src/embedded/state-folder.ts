import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { MagiError } from '@magi/contracts';
import { unwritableLog } from '../log-errors.ts';

/** Name of the one database of a repository. */
export const DATABASE_NAME = 'magi.db';

/** Path of the database in a state folder. */
export function databaseIn(dir: string): string {
  return join(dir, DATABASE_NAME);
}

/**
 * Refuses a state folder, or a database in it, that is a symbolic link: what is reviewed could have
 * planted it to make us write elsewhere.
 *
 * @throws `MAGI_LOG_SYMLINK`
 */
export function refuseSymlinks(dir: string): void {
  const file = databaseIn(dir);
  for (const path of [dir, join(dir, 'locks'), file, `${file}-wal`, `${file}-shm`]) {
    if (isSymlink(path)) {
      throw new MagiError('MAGI_LOG_SYMLINK', `${path} is a symbolic link.`, {
        exitCode: 2,
        hint: 'Remove the link, or set MAGI_HOME to the folder that it points to.',
      });
    }
  }
}

function isSymlink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // Nothing is there, or nothing can be seen there: what comes next says so by name.
    return false;
  }
}

/** Makes the folder and an empty database where there is none; only the owner may look inside. */
export function makeStateFolder(dir: string): void {
  try {
    makePrivateFolder(dir);
    if (makePrivateFile(databaseIn(dir))) syncFolder(dir);
    accessSync(dir, constants.W_OK);
    accessSync(databaseIn(dir), constants.W_OK);
  } catch (cause) {
    throw unwritableLog(dir, (cause as Error).message, cause);
  }
}

/** Makes a folder that only its owner may enter; one that exists keeps its mode. */
export function makePrivateFolder(dir: string): void {
  if (mkdirSync(dir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dir, 0o700);
}

/**
 * Makes an empty file that only its owner may read; says whether it did.
 *
 * A file that exists is never opened here: closing it again would drop the locks that SQLite holds
 * on it in this process.
 */
export function makePrivateFile(path: string): boolean {
  if (existsSync(path)) return false;
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Makes the name of a new file durable, where the system can do that for folders. */
function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dir, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Magic numbers of Linux file systems whose memory other machines may not share (statfs(2)). */
const NETWORK_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9p
  0x65735546, // FUSE
  0x00c36400, // Ceph
  0x5346414f, // AFS
  0x47504653, // GPFS
  0x0bd00bd0, // Lustre
]);

/** Whether the write-ahead log's shared memory may not work there. */
export function isOnNetwork(dir: string): boolean {
  return process.platform === 'linux' && isNetworkFileSystem(statfsSync(dir).type);
}

/** Whether a file system of this magic number is reached over a network or a user-space server. */
export function isNetworkFileSystem(type: number): boolean {
  return NETWORK_FILE_SYSTEMS.has(type >>> 0);
}
