import type { Connection } from './connection.ts';

/** Keeps a derived state of a stream at a version; one for each schema and version. */
export async function putSnapshot(
  connection: Connection,
  stream: string,
  version: number,
  schema: string,
  state: string,
): Promise<void> {
  await connection.write(() =>
    connection
      .sql('INSERT OR REPLACE INTO snapshots(stream, schema, version, state) VALUES (?, ?, ?, ?)')
      .run(stream, schema, version, state),
  );
}

/** Newest derived state at or before a version; null where there is none of that schema. */
export async function getSnapshot(
  connection: Connection,
  stream: string,
  schema: string,
  maxVersion: number,
): Promise<{ readonly version: number; readonly state: string } | null> {
  const row = await connection.patiently(() =>
    connection
      .sql(
        `SELECT version, state FROM snapshots WHERE stream = ? AND schema = ? AND version <= ?
         ORDER BY version DESC LIMIT 1`,
      )
      .get(stream, schema, maxVersion),
  );
  return row ? { version: Number(row.version), state: String(row.state) } : null;
}
