import type { Review, ScanInput } from '@magi/contracts';

/** What the main thread tells a worker. */
export type ToWorker =
  | {
      readonly type: 'scan';
      readonly id: number;
      readonly input: ScanInput;
      readonly cacheDir: string | null;
      readonly checkout: string | null;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'reply'; readonly call: number; readonly outcome: Outcome };

/** What a worker tells the main thread. */
export type FromWorker =
  | {
      readonly type: 'call';
      readonly call: number;
      readonly id: number;
      readonly ask: SnapshotCall;
    }
  | { readonly type: 'progress'; readonly id: number; readonly message: string }
  | { readonly type: 'done'; readonly id: number; readonly review: Review }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly message: string;
      readonly stack: string;
    }
  /** Ids of the programs that run for the worker; it cannot end them once it is terminated. */
  | { readonly type: 'programs'; readonly pids: readonly number[] };

/** A question to the snapshot, which lives on the main thread. */
export type SnapshotCall =
  | { readonly method: 'read'; readonly side: 'base' | 'head'; readonly path: string }
  | { readonly method: 'list'; readonly side: 'base' | 'head' }
  | {
      readonly method: 'materialise';
      readonly side: 'base' | 'head';
      readonly paths: readonly string[];
    };

export type Outcome =
  | { readonly ok: true; readonly value: Uint8Array | string | readonly string[] | null }
  | { readonly ok: false; readonly message: string };
