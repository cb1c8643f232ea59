import type { BuiltinCheck, FileHit, NotEvaluated } from '../builtin/check.ts';
import type { ChangedSource } from '../change/source.ts';

/** What the analyses of one check say about a change, before anybody's severity threshold. */
export interface CheckAnswer {
  readonly check: BuiltinCheck;
  readonly hits: readonly FileHit[];
  /** Files the check is about and was able to look at. */
  readonly looked: readonly ChangedSource[];
  /** Files it is about but has no analysis for. */
  readonly unsupported: readonly ChangedSource[];
  /** Files it is about but that could not be analysed. */
  readonly limited: readonly ChangedSource[];
  /** Why nothing was looked at, when all limited files lack the same optional tool. */
  readonly missingTool: string | null;
  /** Why the check as a whole was not evaluated, or null. */
  readonly notEvaluated: NotEvaluated | null;
  readonly notes: readonly string[];
}
