/** Opaque position in the global order of a log. */
export type Cursor = string;

/** Version that a stream must have; 0 means that it must not exist yet. */
export type ExpectedVersion = number | 'any';

/** What is appended. `body` is kept byte for byte; `id` is made by the caller and unique. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly body: string;
}

/** `hash` = sha256(previous hash, stream, version, id, body): see `packages/event-log/DESIGN.md`. */
export interface StoredEvent extends NewEvent {
  readonly stream: string;
  readonly version: number;
  readonly pos: Cursor;
  readonly hash: string;
}

/** Right to write. `epoch` grows with every new owner; an append under an old epoch is refused. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly epoch: number;
}

/** The living owner of a lease; what is known of its process depends on the store. */
export interface LeaseHolder {
  readonly owner: string;
  readonly epoch: number;
  readonly pid?: number;
  readonly host?: string;
  readonly since?: string;
}

export interface StreamInfo {
  readonly stream: string;
  readonly version: number;
  readonly hash: string;
  readonly at: string;
}

/**
 * The log port. Adapters: memory, embedded SQLite, exported file (read only).
 *
 * Errors: `MAGI_LOG_VERSION` (wrong expected version), `MAGI_LOG_DUPLICATE` (event id),
 * `MAGI_LOG_FENCED` (lease lost), `MAGI_LOG_CORRUPT`, `MAGI_LOG_UNWRITABLE`, `MAGI_LOG_FULL`.
 */
export interface EventLog {
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedVersion,
    options?: { readonly lease?: Lease },
  ): Promise<{ readonly version: number; readonly hash: string }>;
  /** Events of one stream in order; `from` and `to` are versions, 1-based and inclusive. */
  read(
    stream: string,
    options?: { readonly from?: number; readonly to?: number; readonly limit?: number },
  ): AsyncIterable<StoredEvent>;
  /** Events of all streams in commit order. */
  readAll(options?: {
    readonly after?: Cursor;
    readonly types?: readonly string[];
    readonly limit?: number;
  }): AsyncIterable<StoredEvent>;
  /** Catches up, then goes on live until the signal aborts; each event exactly once, in order. */
  subscribe(options: {
    readonly after?: Cursor;
    readonly stream?: string;
    readonly signal: AbortSignal;
  }): AsyncIterable<StoredEvent>;
  listStreams(options?: {
    readonly prefix?: string;
    readonly after?: string;
    readonly limit?: number;
  }): AsyncIterable<StreamInfo>;
  /** Derived states; never trusted without the hash that the log itself carries. */
  putSnapshot(stream: string, version: number, schema: string, state: string): Promise<void>;
  getSnapshot(
    stream: string,
    schema: string,
    maxVersion?: number,
  ): Promise<{ readonly version: number; readonly state: string } | null>;
  /** Stores bytes under their SHA-256; reading verifies it. */
  putBlob(bytes: Uint8Array): Promise<string>;
  getBlob(sha256: string): Promise<Uint8Array | null>;
  /** Takes the right to write, or says null while a living owner holds it. */
  acquire(name: string, owner: string, ttlMs: number): Promise<Lease | null>;
  /** Who holds a lease now; null when nobody alive does. */
  holder(name: string): Promise<LeaseHolder | null>;
  renew(lease: Lease, ttlMs: number): Promise<boolean>;
  release(lease: Lease): Promise<void>;
  deleteStream(stream: string): Promise<void>;
  close(): Promise<void>;
}
