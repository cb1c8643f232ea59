import { MagiError } from '@magi/contracts';
import { missingLog } from '../log-errors.ts';
import type { Connection } from './connection.ts';

/** "magi" in ASCII: tells our database from another one. */
const APPLICATION_ID = 0x6d616769;

/** Version of the tables below; a newer one is refused by name. */
const SCHEMA_VERSION = 1;

const TABLES = `
CREATE TABLE streams(
  stream TEXT PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL, at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE events(
  pos INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL, version INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL,
  hash TEXT NOT NULL, UNIQUE(stream, version)
) STRICT;
CREATE TABLE snapshots(
  stream TEXT NOT NULL, schema TEXT NOT NULL, version INTEGER NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(stream, schema, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE leases(
  name TEXT PRIMARY KEY, owner TEXT, epoch INTEGER NOT NULL, until INTEGER NOT NULL,
  pid INTEGER NOT NULL, host TEXT NOT NULL, since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE blobs(sha256 TEXT PRIMARY KEY, at TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};`;

/** Makes the tables in an empty database; leaves one that has them as it is. */
export async function ensureSchema(connection: Connection): Promise<void> {
  await connection.write(() => {
    if (isEmpty(connection)) connection.exec(TABLES);
    checkSchema(connection);
  });
}

/**
 * Refuses a database that is not ours or that a newer version has made.
 *
 * @throws `MAGI_LOG_FOREIGN`, `MAGI_LOG_NEWER`; `MAGI_LOG_MISSING` while it is being made
 */
export function checkSchema(connection: Connection): void {
  if (isEmpty(connection)) throw missingLog(connection.file);
  const version = pragma(connection, 'user_version');
  if (pragma(connection, 'application_id') !== APPLICATION_ID || version < 1) {
    throw new MagiError('MAGI_LOG_FOREIGN', `${connection.file} is not a magi log.`, {
      exitCode: 2,
      hint: 'Set MAGI_HOME to another folder, or move that file away.',
    });
  }
  if (version > SCHEMA_VERSION) throw newerSchema(connection.file, version);
}

function newerSchema(file: string, version: number): MagiError {
  return new MagiError(
    'MAGI_LOG_NEWER',
    `${file} has log format ${version}; this magi reads up to ${SCHEMA_VERSION}.`,
    { exitCode: 2, hint: 'Update magi, or set MAGI_HOME to another folder.' },
  );
}

function isEmpty(connection: Connection): boolean {
  return connection.sql('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

/** Value of a pragma that is one number. */
export function pragma(connection: Connection, name: string): number {
  return Number(Object.values(connection.sql(`PRAGMA ${name}`).get() ?? {})[0]);
}
