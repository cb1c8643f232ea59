import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unwritableLog } from '../log-errors.ts';
import type { Database, Driver } from './driver.ts';
import { isBusy, isOutOfReach } from './sqlite-error.ts';
import { makePrivateFile, makePrivateFolder } from './state-folder.ts';

/** Long enough to outlast somebody who only looks whether the lock is held. */
const BUSY_MS = 25;

/** A lock that the operating system takes away from a dead owner. */
export interface OwnerLock {
  free(): void;
}

/**
 * Connections of the locks that this process holds. A lock must end with its process or when it is
 * freed, and not when the collector finds that nobody reads the variable it stands in.
 */
const held = new Set<Database>();

/** File of the lock behind a lease, in the state folder. */
export function lockFile(dir: string, name: string): string {
  return join(dir, 'locks', `run-${fileNameOf(name)}.lock`);
}

/** A name that fits any file system is kept for people; another one is replaced by its digest. */
function fileNameOf(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) return name;
  return createHash('sha256').update(name).digest('hex');
}

/**
 * Takes the lock, or says null while a living process holds it.
 *
 * The lock file is an empty database of its own, in an exclusive transaction that never writes. It
 * is driven by `exec` alone: a prepared statement would keep the file open after `close`.
 */
export function takeOwnerLock(driver: Driver, dir: string, name: string): OwnerLock | null {
  const path = lockFile(dir, name);
  makeLockFile(dir, path);
  const database = driver.open(path, { busyMs: BUSY_MS });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    held.add(database);
    return { free: () => freeLock(database) };
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

function makeLockFile(dir: string, path: string): void {
  try {
    makePrivateFolder(join(dir, 'locks'));
    makePrivateFile(path);
  } catch (cause) {
    throw unwritableLog(path, (cause as Error).message, cause);
  }
}

function freeLock(database: Database): void {
  held.delete(database);
  database.exec('ROLLBACK');
  database.close();
}

/** Whether a living process holds the lock; looking does not take it. */
export function isOwnerAlive(driver: Driver, dir: string, name: string): boolean {
  const path = lockFile(dir, name);
  if (!existsSync(path)) return false;
  let database: Database | undefined;
  try {
    database = driver.open(path, { readOnly: true, busyMs: 0 });
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema; COMMIT');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    if (isOutOfReach(error)) return false;
    throw error;
  } finally {
    database?.close();
  }
}

/**
 * Removes lock files of runs that are gone.
 *
 * A file is removed only under its own lock and inside a write of the log. `takeOwnerLock` is called
 * inside such a write too, so nobody can be waiting for a file that is being removed.
 */
export function clearOldLocks(
  driver: Driver,
  dir: string,
  names: readonly string[],
  isInUse: (name: string) => boolean,
): void {
  for (const name of names) {
    const path = lockFile(dir, name);
    if (isInUse(name) || !existsSync(path)) continue;
    const lock = takeOwnerLock(driver, dir, name);
    if (lock === null) continue;
    rmSync(path, { force: true });
    lock.free();
  }
}
