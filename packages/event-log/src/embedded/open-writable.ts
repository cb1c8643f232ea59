import { MagiError } from '@magi/contracts';
import { type Connection, connect } from './connection.ts';
import type { Driver } from './driver.ts';
import { ensureSchema, pragma } from './schema.ts';
import { asLogError } from './sqlite-error.ts';

/** First release without the write-ahead log reset bug that can lose commits of two processes. */
const SAFE_FOR_WAL = [3, 51, 3] as const;

/** A blocked call blocks the whole process: waiting goes on outside of SQLite after that. */
const BUSY_MS = 100;

/** Freed pages beyond this size of the write-ahead log are cut off at a checkpoint. */
const JOURNAL_LIMIT_BYTES = 4_194_304;

/**
 * Opens a database for writing; every commit is on disk before it is acknowledged.
 *
 * @param options.sharesMemory whether the file system lets processes share memory: false means the
 * rollback journal instead of the write-ahead log
 */
export async function openWritable(
  driver: Driver,
  file: string,
  options: { readonly sharesMemory: boolean },
): Promise<Connection> {
  const connection = connectTo(driver, file);
  try {
    if (options.sharesMemory) checkLibrary(connection);
    await connection.patiently(() => configure(connection, options.sharesMemory));
    await ensureSchema(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw asLogError(error, file);
  }
}

function connectTo(driver: Driver, file: string): Connection {
  try {
    return connect(driver.open(file, { busyMs: BUSY_MS }), file);
  } catch (error) {
    throw asLogError(error, file);
  }
}

/** Durability is set after the journal mode and read back: drivers differ in what they start with. */
function configure(connection: Connection, sharesMemory: boolean): void {
  connection.exec('PRAGMA auto_vacuum = INCREMENTAL');
  connection.exec(`PRAGMA journal_mode = ${sharesMemory ? 'WAL' : 'DELETE'}`);
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec(`PRAGMA journal_size_limit = ${JOURNAL_LIMIT_BYTES}`);
  const mode = connection.sql('PRAGMA journal_mode').get()?.journal_mode;
  if (pragma(connection, 'synchronous') !== 2 || mode !== (sharesMemory ? 'wal' : 'delete')) {
    throw new MagiError(
      'MAGI_LOG_DURABILITY',
      `${connection.file}: SQLite will not sync commits.`,
      {
        hint: 'The state folder must be on a file system with locks and fsync; set MAGI_HOME.',
      },
    );
  }
}

function checkLibrary(connection: Connection): void {
  const version = String(connection.sql('SELECT sqlite_version() AS version').get()?.version);
  if (isSafeForWal(version)) return;
  throw new MagiError('MAGI_LOG_DRIVER', `SQLite ${version} can lose commits of two processes.`, {
    hint: `Use a Node version that carries SQLite ${SAFE_FOR_WAL.join('.')} or newer.`,
  });
}

/** Whether a SQLite version has the fix for write-ahead logs that two processes use. */
export function isSafeForWal(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, needed] of SAFE_FOR_WAL.entries()) {
    const part = parts[index] ?? 0;
    if (part !== needed) return part > needed;
  }
  return true;
}
