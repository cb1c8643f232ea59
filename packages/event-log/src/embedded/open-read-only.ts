import { accessSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MagiError } from '@magi/contracts';
import { type Connection, connect } from './connection.ts';
import type { Driver } from './driver.ts';
import { checkSchema } from './schema.ts';
import { asLogError, isOutOfReach } from './sqlite-error.ts';
import { DATABASE_NAME } from './state-folder.ts';

const BUSY_MS = 100;

/**
 * Opens a database for reading alone, while another process may be writing to it.
 *
 * A write-ahead log needs its shared-memory file, which cannot be made in a folder without write
 * permission. Then nobody is writing: without a log the database itself is complete and is read as
 * an unchanging file; with one, both are copied to a private folder and read there.
 *
 * @throws `MAGI_LOG_UNREADABLE`
 */
export async function openReadOnly(driver: Driver, file: string): Promise<Connection> {
  try {
    return await openChecked(driver, file, file);
  } catch (error) {
    if (!isOutOfReach((error as Error).cause)) throw error;
    return openUnshared(driver, file);
  }
}

async function openUnshared(driver: Driver, file: string): Promise<Connection> {
  try {
    accessSync(file, constants.R_OK);
    return await (hasPendingLog(file) ? openCopy(driver, file) : openUnchanging(driver, file));
  } catch (cause) {
    throw new MagiError(
      'MAGI_LOG_UNREADABLE',
      `${file} cannot be read: ${(cause as Error).message}`,
      {
        exitCode: 2,
        hint: 'Mend the permissions, or ask its owner for an export (`magi export`).',
        cause,
      },
    );
  }
}

function openUnchanging(driver: Driver, file: string): Promise<Connection> {
  return openChecked(driver, `${pathToFileURL(file).href}?immutable=1`, file);
}

async function openCopy(driver: Driver, file: string): Promise<Connection> {
  const folder = mkdtempSync(join(tmpdir(), 'magi-log-'));
  const copy = join(folder, DATABASE_NAME);
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  try {
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    const connection = await openChecked(driver, copy, file);
    return {
      ...connection,
      close: () => {
        connection.close();
        dispose();
      },
    };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function openChecked(driver: Driver, location: string, file: string): Promise<Connection> {
  let connection: Connection | undefined;
  try {
    const opened = connect(driver.open(location, { readOnly: true, busyMs: BUSY_MS }), file);
    connection = opened;
    await opened.patiently(() => checkSchema(opened));
    return opened;
  } catch (error) {
    connection?.close();
    throw asLogError(error, file);
  }
}

function hasPendingLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
