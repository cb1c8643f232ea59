import { type Json, MagiError } from '@magi/contracts';

/** The entry format that this version writes. */
export const ENTRY_VERSION = 1;

type EntryData = Readonly<Record<string, Json>>;

/** For every older format, the pure function that makes the next newer one of it. */
export type Upcasters = Readonly<Record<number, (entry: EntryData) => EntryData>>;

/** Of the formats that were released: none yet, the first one is the newest. */
export const UPCASTERS: Upcasters = {};

/**
 * Brings a stored entry into the newest format; the stored bytes are never rewritten.
 *
 * @throws `MAGI_LOG_NEWER` for a format that this version does not know yet
 */
export function upcast(
  stored: EntryData,
  upcasters: Upcasters,
  newest: number = ENTRY_VERSION,
): EntryData {
  let entry = stored;
  while (typeof entry.v === 'number' && entry.v < newest) {
    const next = upcasters[entry.v];
    if (!next) return entry;
    entry = { ...next(entry), v: entry.v + 1 };
  }
  if (typeof entry.v === 'number' && entry.v > newest) {
    throw new MagiError(
      'MAGI_LOG_NEWER',
      `Log ${String(entry.run)} has entries of format ${entry.v}; this magi reads up to ${newest}.`,
      { exitCode: 2, hint: 'Update magi to read this run.' },
    );
  }
  return entry;
}
