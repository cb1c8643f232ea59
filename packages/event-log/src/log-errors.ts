import { type ExpectedVersion, type Lease, MagiError } from '@magi/contracts';

/** An append was made for another version than the stream has: somebody else wrote. */
export class VersionConflict extends MagiError {
  readonly actual: number;

  constructor(stream: string, expected: ExpectedVersion, actual: number) {
    super(
      'MAGI_LOG_VERSION',
      `Log ${stream}: expected version ${expected}, but it is at ${actual}.`,
      { exitCode: 5, hint: 'Another process wrote to this run. Read it again before you append.' },
    );
    this.actual = actual;
  }
}

/** An event with this id is in the log already. */
export function duplicateEvent(stream: string, cause?: unknown): MagiError {
  return new MagiError(
    'MAGI_LOG_DUPLICATE',
    `Log ${stream}: an event with the same id is stored already; nothing was appended.`,
    { cause },
  );
}

/** The right to write has gone to another owner. */
export function fencedOut(lease: Lease): MagiError {
  return new MagiError(
    'MAGI_LOG_FENCED',
    `Lease ${lease.name}: epoch ${lease.epoch} of ${lease.owner} is over; nothing was appended.`,
    { exitCode: 5, hint: 'Another process has taken this run over. Stop this one.' },
  );
}

/** The stored bytes are not what was appended. */
export function corruptLog(where: string, what: string, cause?: unknown): MagiError {
  return new MagiError('MAGI_LOG_CORRUPT', `${where}: ${what}`, {
    exitCode: 5,
    hint: '`magi verify` names the first damaged entry; everything before it can be read.',
    cause,
  });
}

/** The log cannot be written to, now or ever, by this process. */
export function unwritableLog(where: string, why: string, cause?: unknown): MagiError {
  return new MagiError('MAGI_LOG_UNWRITABLE', `${where} cannot be written to: ${why}`, {
    exitCode: 2,
    hint: 'Set MAGI_HOME to a folder that you may write to, or mend the permissions.',
    cause,
  });
}

/** There is no log in this state folder yet. */
export function missingLog(where: string): MagiError {
  return new MagiError('MAGI_LOG_MISSING', `${where} holds no log yet.`, {
    exitCode: 2,
    hint: '`magi review` makes one.',
  });
}

/** What was asked to be stored cannot be kept exactly. */
export function invalidEvent(where: string, what: string): MagiError {
  return new MagiError('MAGI_LOG_INVALID', `${where}: ${what}`);
}
