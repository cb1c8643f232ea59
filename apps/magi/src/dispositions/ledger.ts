import { DismissalRecord, type DismissalsOutput, type EventLog, MagiError } from '@magi/contracts';
import { nanoid } from 'nanoid';

/** Stream of the ledger; names that begin with `$` are no runs. */
const LEDGER_STREAM = '$dispositions';

/** A dismissal, and whether it was taken back. */
export type Dismissal = DismissalsOutput['dismissals'][number];

/** Adds one record at the end; nothing that stands in the ledger is ever changed. */
export async function appendToLedger(log: EventLog, record: DismissalRecord): Promise<void> {
  const body = JSON.stringify(DismissalRecord.parse(record));
  const event = { id: nanoid(), type: `disposition.${record.kind}`, at: record.at, body };
  await log.append(LEDGER_STREAM, [event], 'any');
}

/**
 * Every dismissal that was ever made, oldest first.
 *
 * @throws `MAGI_LOG_CORRUPT` where a record cannot be read: a ledger that is guessed at would set
 * findings aside that nobody dismissed
 */
export async function readLedger(log: EventLog): Promise<readonly Dismissal[]> {
  const dismissals: Dismissal[] = [];
  for await (const { version, body } of log.read(LEDGER_STREAM)) {
    const record = recordOf(body, version);
    if (record.kind === 'dismissed') {
      const { v: _v, kind: _kind, ...rest } = record;
      dismissals.push({ ...rest, withdrawn: null });
      continue;
    }
    const { at, by, reason } = record;
    dismissals.forEach((dismissal, index) => {
      if (dismissal.disposition.fingerprint !== record.fingerprint) return;
      dismissals[index] = { ...dismissal, withdrawn: dismissal.withdrawn ?? { at, by, reason } };
    });
  }
  return dismissals;
}

/** The dismissals that still count. */
export function standing(dismissals: readonly Dismissal[]): readonly Dismissal[] {
  return dismissals.filter(({ withdrawn }) => withdrawn === null);
}

function recordOf(body: string, version: number): DismissalRecord {
  try {
    return DismissalRecord.parse(JSON.parse(body));
  } catch (cause) {
    throw new MagiError('MAGI_LOG_CORRUPT', `Record ${version} of the dismissals is damaged.`, {
      hint: 'Reviews wait until it can be read: restore magi.db from a backup, or remove it.',
      exitCode: 5,
      cause,
    });
  }
}
