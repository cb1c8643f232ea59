import { MagiError } from '@magi/contracts';
import { corruptLog, unwritableLog } from '../log-errors.ts';

/** Result codes of SQLite that we tell apart (https://www.sqlite.org/rescode.html). */
const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
const IOERR_WRITE = 778;
const CONSTRAINT_UNIQUE = 2067;

/** Extended result code of an error that SQLite threw; null for any other error. */
function codeOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const { errcode } = error as Error & { readonly errcode?: unknown };
  return typeof errcode === 'number' ? errcode : null;
}

function primaryCodeOf(error: unknown): number | null {
  const code = codeOf(error);
  return code === null ? null : code & 0xff;
}

/** Somebody else holds the lock: the same call may succeed in a moment. */
export function isBusy(error: unknown): boolean {
  const code = primaryCodeOf(error);
  return code === BUSY || code === LOCKED;
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === CONSTRAINT_UNIQUE;
}

/** The file, or the files that SQLite keeps beside it, cannot be made or written. */
export function isOutOfReach(error: unknown): boolean {
  const code = primaryCodeOf(error);
  return code === CANTOPEN || code === READONLY || code === PERM;
}

/**
 * Names what SQLite complained of in the words of the port; other errors pass through.
 *
 * A size limit or a quota comes as a failed write, without a code of its own: it counts as full.
 */
export function asLogError(error: unknown, file: string): unknown {
  if (error instanceof MagiError || codeOf(error) === null) return error;
  const reason = (error as Error).message;
  switch (primaryCodeOf(error)) {
    case FULL:
      return fullLog(file, error);
    case PERM:
    case READONLY:
    case CANTOPEN:
      return unwritableLog(file, reason, error);
    case CORRUPT:
    case NOTADB:
      return corruptLog(file, `the database is damaged (${reason})`, error);
    default:
      if (codeOf(error) === IOERR_WRITE) return fullLog(file, error);
      return new MagiError('MAGI_LOG_IO', `${file}: ${reason}`, { exitCode: 5, cause: error });
  }
}

function fullLog(file: string, cause: unknown): MagiError {
  return new MagiError('MAGI_LOG_FULL', `${file}: no space left; nothing was appended.`, {
    exitCode: 5,
    hint: 'Free some space (`magi gc` removes old runs), then resume the run.',
    cause,
  });
}
