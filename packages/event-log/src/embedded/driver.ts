import { MagiError } from '@magi/contracts';

type Value = null | number | string | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** A prepared statement; reused for as long as its database is open. */
export interface Statement {
  run(...values: readonly Value[]): { readonly changes: number | bigint };
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): readonly Row[];
}

/** The part of the `node:sqlite` interface that both drivers have and we use. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Driver {
  readonly name: string;
  /**
   * @param location a path, or a `file:` URI
   * @param options.busyMs how long a call may block the process while another one writes
   */
  open(
    location: string,
    options: { readonly readOnly?: boolean; readonly busyMs: number },
  ): Database;
}

type DatabaseClass = new (
  location: string,
  options: { readonly readOnly: boolean; readonly timeout: number },
) => Database;

const BUILT_IN_SINCE = [22, 13] as const;
const OWN_SQLITE = '@photostructure/sqlite';

/**
 * Loads SQLite when it is first needed: the one inside Node where there is one, else the package.
 *
 * One library a process, always: two of them would drop each other's file locks.
 */
export function loadDriver(): Promise<Driver> {
  loaded ??= load();
  return loaded;
}

let loaded: Promise<Driver> | undefined;

async function load(): Promise<Driver> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isBuiltIn =
    major > BUILT_IN_SINCE[0] || (major === BUILT_IN_SINCE[0] && minor >= BUILT_IN_SINCE[1]);
  const name = isBuiltIn ? 'node:sqlite' : OWN_SQLITE;
  try {
    const { DatabaseSync } = isBuiltIn ? await importQuietly(name) : await import(OWN_SQLITE);
    return driverOf(name, DatabaseSync as unknown as DatabaseClass);
  } catch (cause) {
    throw new MagiError('MAGI_LOG_DRIVER', `SQLite (${name}) does not load on this system.`, {
      hint: 'Node 22.13 and newer carry SQLite; on Node 20 reinstall the dependencies.',
      cause,
    });
  }
}

function driverOf(name: string, DatabaseSync: DatabaseClass): Driver {
  return {
    name,
    open: (location, { readOnly = false, busyMs }) =>
      new DatabaseSync(location, { readOnly, timeout: busyMs }),
  };
}

/** Node 22 announces its SQLite as experimental on every start: that is our concern, not the user's. */
async function importQuietly(name: string): Promise<{ readonly DatabaseSync: unknown }> {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    return await import(name);
  } finally {
    process.emitWarning = emitWarning;
  }
}
