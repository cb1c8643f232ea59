import type { Candidate } from '@magi/contracts';
import type { FileFacts } from '../facts/file-facts.ts';
import type { Tools } from '../tools/tools.ts';
import type { ChangedSource } from './source.ts';

/** One candidate with everything that checks ask about it. Both sides are frozen. */
export interface Change {
  readonly candidate: Candidate;
  /** Changed text files that nobody excluded, sorted by path. */
  readonly sources: readonly ChangedSource[];
  /** Generated, vendored and lock files: excluded, and searched for secrets all the same. */
  readonly setAside: readonly ChangedSource[];
  source(path: string): ChangedSource | undefined;
  /** Facts of a changed text on one side; null where that side has none, or is not loaded. */
  facts(source: ChangedSource, side: 'base' | 'head'): FileFacts | null;
  /** Derives facts of the base: of all sources, or of those given. */
  loadBase(sources?: readonly ChangedSource[]): Promise<void>;
  /** Text of any path of one side, or null. */
  read(side: 'base' | 'head', path: string): Promise<string | null>;
  list(side: 'base' | 'head'): Promise<readonly string[]>;
  readonly tools: Tools;
}
