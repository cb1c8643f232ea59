/** What can be wrong with the log of one run. */
export type LogProblemKind =
  /** The content of an entry is not what was hashed. */
  | 'altered'
  /** The hash of an entry fits neither its content nor its successor. */
  | 'broken-chain'
  /** Entries are missing in between. */
  | 'gap'
  /** An entry stands there again, or after a later one. */
  | 'duplicate'
  /** The last line of a file ends in the middle: an interrupted write. */
  | 'torn-tail'
  /** A line, or a part of the store, cannot be read as an entry at all. */
  | 'unreadable'
  /** An entry is whole but against its schema, or names another place. */
  | 'schema'
  /** The log ends before the head that the store remembers. */
  | 'cut-off'
  /** An entry is older than the one before it. */
  | 'clock-back'
  | 'blob-missing'
  | 'blob-corrupt'
  | 'blob-purged';

/** One finding of a check of a log. */
export interface LogProblem {
  readonly kind: LogProblemKind;
  /** Number of the entry; null where none can be named. */
  readonly seq: number | null;
  readonly message: string;
  /**
   * `error`: content is lost or was changed. `repairable`: only an unacknowledged tail is lost.
   * `warning`: nothing is wrong with the content.
   */
  readonly severity: 'error' | 'repairable' | 'warning';
}

const SEVERITIES: Readonly<Partial<Record<LogProblemKind, LogProblem['severity']>>> = {
  'torn-tail': 'repairable',
  'clock-back': 'warning',
  'blob-purged': 'warning',
};

/** A problem with the severity that its kind has. */
export function problem(kind: LogProblemKind, seq: number | null, message: string): LogProblem {
  return { kind, seq, message, severity: SEVERITIES[kind] ?? 'error' };
}
