import { setTimeout as sleep } from 'node:timers/promises';
import { MagiError } from '@magi/contracts';
import type { Database, Statement } from './driver.ts';
import { asLogError, isBusy } from './sqlite-error.ts';

const PATIENCE_MS = 15_000;
const MAX_PAUSE_MS = 60;

/** An open database with its prepared statements and a way to wait for others. */
export interface Connection {
  readonly file: string;
  /** The prepared statement for this text; prepared once. */
  sql(text: string): Statement;
  exec(sql: string): void;
  /** Runs `work` again while others hold the lock, without blocking the process in between. */
  patiently<Value>(work: () => Value): Promise<Value>;
  /** Runs `work` as the only writer; all of it is durable when this resolves, or none is stored. */
  write<Value>(work: () => Value): Promise<Value>;
  /** Grows with every `write` of this connection. */
  writes(): number;
  /** Closes it once; later uses throw `MAGI_LOG_CLOSED`. */
  close(): void;
}

/** Wraps a database; `file` is what messages call it. */
export function connect(database: Database, file: string): Connection {
  const statements = new Map<string, Statement>();
  let writes = 0;
  let isOpen = true;

  function sql(text: string): Statement {
    if (!isOpen) throw closedLog(file);
    const known = statements.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    statements.set(text, statement);
    return statement;
  }

  async function patiently<Value>(work: () => Value): Promise<Value> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw asLogError(error, file);
        if (performance.now() > deadline) throw busyLog(file, error);
      }
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  function transact<Value>(work: () => Value): Value {
    // A deferred transaction that turns into a writer is refused at once when another one writes.
    sql('BEGIN IMMEDIATE').run();
    try {
      const value = work();
      sql('COMMIT').run();
      writes += 1;
      return value;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }

  return {
    file,
    sql,
    exec: (sql) => database.exec(sql),
    patiently,
    write: (work) => patiently(() => transact(work)),
    writes: () => writes,
    close() {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has ended the transaction by itself already, for example because the disk is full.
  }
}

function closedLog(file: string): MagiError {
  return new MagiError('MAGI_LOG_CLOSED', `${file}: used after it was closed.`);
}

function busyLog(file: string, cause: unknown): MagiError {
  return new MagiError('MAGI_LOG_BUSY', `${file}: another process has been writing for too long.`, {
    exitCode: 5,
    hint: 'Look for a stopped magi process, or a database tool that has the file open.',
    cause,
  });
}
