import type { Cursor, NewEvent, StoredEvent, StreamInfo } from '@magi/contracts';
import { chainAfter, EMPTY_HEAD, type Head } from '../chain.ts';
import { duplicateEvent } from '../log-errors.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { isUniqueViolation } from './sqlite-error.ts';

/** Rows fetched at once: no statement stays open between two steps of a caller. */
const PAGE_ROWS = 512;

const COLUMNS = 'pos, stream, version, id, type, at, body, hash';

/** Head of a stream as the database knows it. */
export function headOf(connection: Connection, stream: string): Head {
  const row = connection.sql('SELECT version, hash FROM streams WHERE stream = ?').get(stream);
  return row ? { version: Number(row.version), hash: String(row.hash) } : EMPTY_HEAD;
}

/** Chains and inserts events; call it inside of a `write`. */
export function insertEvents(
  connection: Connection,
  stream: string,
  head: Head,
  events: readonly NewEvent[],
): Head {
  const insert = connection.sql(
    'INSERT INTO events(stream, version, id, type, at, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const chained = chainAfter(head, stream, events);
  try {
    for (const event of chained) {
      insert.run(stream, event.version, event.id, event.type, event.at, event.body, event.hash);
    }
  } catch (error) {
    throw isUniqueViolation(error) ? duplicateEvent(stream, error) : error;
  }
  const last = chained.at(-1) as NewEvent & Head;
  connection
    .sql(
      `INSERT INTO streams(stream, version, hash, at) VALUES (?, ?, ?, ?)
       ON CONFLICT(stream) DO UPDATE SET version = excluded.version, hash = excluded.hash,
       at = excluded.at`,
    )
    .run(stream, last.version, last.hash, last.at);
  return { version: last.version, hash: last.hash };
}

/** Events of one stream, a page at a time. */
export async function* readStream(
  connection: Connection,
  stream: string,
  range: { readonly from: number; readonly to: number; readonly limit: number },
): AsyncGenerator<StoredEvent> {
  const select = connection.sql(
    `SELECT ${COLUMNS} FROM events WHERE stream = ? AND version BETWEEN ? AND ?
     ORDER BY version LIMIT ?`,
  );
  yield* paged(range.limit, (last, rows) =>
    connection.patiently(() =>
      select.all(stream, last ? last.version + 1 : range.from, range.to, rows).map(toEvent),
    ),
  );
}

/** Events of all streams in commit order, a page at a time. */
export async function* readLog(
  connection: Connection,
  options: {
    readonly after: Cursor;
    readonly types: readonly string[] | null;
    readonly limit: number;
  },
): AsyncGenerator<StoredEvent> {
  const types = options.types && JSON.stringify(options.types);
  const select = connection.sql(
    `SELECT ${COLUMNS} FROM events WHERE pos > ?
     AND (? IS NULL OR type IN (SELECT value FROM json_each(?))) ORDER BY pos LIMIT ?`,
  );
  yield* paged(options.limit, (last, rows) =>
    connection.patiently(() =>
      select.all(Number(last?.pos ?? options.after), types, types, rows).map(toEvent),
    ),
  );
}

async function* paged(
  limit: number,
  next: (last: StoredEvent | undefined, rows: number) => Promise<readonly StoredEvent[]>,
): AsyncGenerator<StoredEvent> {
  let last: StoredEvent | undefined;
  for (let left = limit; left > 0; ) {
    const rows = Math.min(left, PAGE_ROWS);
    const page = await next(last, rows);
    yield* page;
    if (page.length < rows) return;
    last = page.at(-1);
    left -= page.length;
  }
}

/** One page after a cursor, of one stream or of all. */
export function pageAfter(
  connection: Connection,
  after: Cursor | undefined,
  stream: string | undefined,
): readonly StoredEvent[] {
  const position = Number(after ?? 0);
  const rows =
    stream === undefined
      ? connection
          .sql(`SELECT ${COLUMNS} FROM events WHERE pos > ? ORDER BY pos LIMIT ?`)
          .all(position, PAGE_ROWS)
      : connection
          .sql(
            `SELECT ${COLUMNS} FROM events WHERE stream = ? AND pos > ? ORDER BY version LIMIT ?`,
          )
          .all(stream, position, PAGE_ROWS);
  return rows.map(toEvent);
}

/** Streams in byte order of their names. */
export function listStreams(
  connection: Connection,
  options: { readonly prefix: string; readonly after: string; readonly limit: number },
): readonly StreamInfo[] {
  return connection
    .sql(
      `SELECT stream, version, hash, at FROM streams
       WHERE stream > ? AND substr(stream, 1, length(?)) = ? ORDER BY stream LIMIT ?`,
    )
    .all(options.after, options.prefix, options.prefix, options.limit)
    .map((row) => ({
      stream: String(row.stream),
      version: Number(row.version),
      hash: String(row.hash),
      at: String(row.at),
    }));
}

/** Removes a stream and what was derived from it; call it inside of a `write`. */
export function removeStream(connection: Connection, stream: string): void {
  for (const table of ['events', 'streams', 'snapshots']) {
    connection.sql(`DELETE FROM ${table} WHERE stream = ?`).run(stream);
  }
}

function toEvent(row: Row): StoredEvent {
  return {
    stream: String(row.stream),
    version: Number(row.version),
    pos: String(row.pos),
    id: String(row.id),
    type: String(row.type),
    at: String(row.at),
    body: String(row.body),
    hash: String(row.hash),
  };
}
