import type { EventLog } from '@magi/contracts';

/** A log whose owner can also take things out of it again: what retention needs. */
export interface MaintainedLog extends EventLog {
  /** All stored blobs, bytewise sorted; `at` is when the bytes were last put. */
  listBlobs(): AsyncIterable<StoredBlob>;
  /**
   * Removes the bytes, if they were last put before an instant; says whether it did. The log's hash
   * of them stays.
   */
  deleteBlob(sha256: string, putBefore?: string): Promise<boolean>;
  /** Gives freed space back to the file system. */
  reclaim(): Promise<void>;
}

export interface StoredBlob {
  readonly sha256: string;
  readonly bytes: number;
  readonly at: string;
}
