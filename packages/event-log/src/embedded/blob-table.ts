import { sha256, verifiedBlob } from '../sha256.ts';
import type { Connection } from './connection.ts';

/** Stores bytes under their digest; putting them again only renews the time. */
export async function putBlob(
  connection: Connection,
  bytes: Uint8Array,
  at: string,
): Promise<string> {
  const digest = sha256(bytes);
  await connection.write(() =>
    connection
      .sql(
        `INSERT INTO blobs(sha256, at, bytes) VALUES (?, ?, ?)
         ON CONFLICT(sha256) DO UPDATE SET at = excluded.at`,
      )
      .run(digest, at, bytes),
  );
  return digest;
}

/** Bytes of a digest, verified; null where there are none. */
export async function getBlob(connection: Connection, digest: string): Promise<Uint8Array | null> {
  const row = await connection.patiently(() =>
    connection.sql('SELECT bytes FROM blobs WHERE sha256 = ?').get(digest),
  );
  return row ? verifiedBlob(digest, row.bytes as Uint8Array) : null;
}

export async function deleteBlob(
  connection: Connection,
  digest: string,
  putBefore: string | null,
): Promise<boolean> {
  const { changes } = await connection.write(() =>
    connection
      .sql('DELETE FROM blobs WHERE sha256 = ? AND (? IS NULL OR at < ?)')
      .run(digest, putBefore, putBefore),
  );
  return Number(changes) === 1;
}

export async function* listBlobs(connection: Connection) {
  const rows = await connection.patiently(() =>
    connection.sql('SELECT sha256, at, length(bytes) AS bytes FROM blobs ORDER BY sha256').all(),
  );
  for (const row of rows) {
    yield { sha256: String(row.sha256), bytes: Number(row.bytes), at: String(row.at) };
  }
}
