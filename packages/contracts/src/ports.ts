import type { Candidate } from './candidate.ts';
import type { EffectKind, FixInput, FixOutput, ScanInput } from './effect.ts';
import type { Json } from './json.ts';
import type { Review } from './review.ts';
import type { ScannerSpec } from './scanner-spec.ts';

/** Wall clock in milliseconds since 1970, and timers; handed in, never taken from the air. */
export interface Clock {
  now(): number;
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
}

/**
 * Read-only view of both sides of a candidate. Reads go by blob id, so that nothing a working tree
 * does meanwhile can change what a scanner sees.
 */
export interface Snapshot {
  readonly candidate: Candidate;
  /** Bytes of a path on one side, or null where that side has no such blob. */
  read(side: 'base' | 'head', path: string): Promise<Uint8Array | null>;
  /** All paths of one side, bytewise sorted. */
  list(side: 'base' | 'head'): Promise<readonly string[]>;
  /**
   * Writes paths of one side below a fresh temporary directory and returns it; freed by `dispose`.
   * Symbolic links are written as files that hold their target.
   */
  materialise(side: 'base' | 'head', paths: readonly string[]): Promise<string>;
  /** Directory where dependencies of the project are installed, when there is one. */
  readonly checkout: string | null;
  dispose(): Promise<void>;
}

export interface ScanContext {
  readonly snapshot: Snapshot;
  readonly signal: AbortSignal;
  /** Folder for derived facts keyed by content; may be null (no caching). */
  readonly cacheDir: string | null;
  /** A line for the live view; never part of the result. */
  progress(message: string): void;
}

/** A reviewer with a checklist. It may throw: the engine makes a failed review of that. */
export interface Scanner {
  readonly spec: ScannerSpec;
  scan(input: ScanInput, context: ScanContext): Promise<Review>;
}

export interface FixContext {
  /** Directory that the fixer may change; nothing outside of it. */
  readonly worktree: string;
  readonly signal: AbortSignal;
  progress(message: string): void;
}

/** What a fixer reports; commits, trees and written lines are measured by its caller. */
export type FixReport = Pick<FixOutput, 'dispositions' | 'conflicts' | 'reason' | 'cost'> & {
  readonly outcome: 'changed' | 'no_change' | 'failed' | 'conflict';
};

/** Changes files of an attempt worktree so that the constraints hold. */
export interface Synthesizer {
  readonly id: string;
  fix(input: FixInput, context: FixContext): Promise<FixReport>;
}

/** One piece of work the engine asks for. `key` is its idempotency key and generation fence. */
export interface EffectRequest {
  readonly run: string;
  readonly key: string;
  readonly kind: EffectKind;
  readonly input: Json;
}

export interface EffectContext {
  readonly signal: AbortSignal;
  /** Counts starts of this key over restarts of the process, from 1. */
  readonly start: number;
  progress(message: string): void;
}

/**
 * Does the work. Reviewers are at-least-once after a crash; for kinds with outside consequences
 * `reconcile` is asked first what has become of an effect that was in flight.
 */
export interface EffectRunner {
  run(request: EffectRequest, context: EffectContext): Promise<Json>;
  reconcile?(
    request: EffectRequest,
    context: EffectContext,
  ): Promise<
    | { readonly state: 'done'; readonly output: Json }
    | { readonly state: 'restart'; readonly note?: string }
  >;
}
