import { z } from 'zod';

/** How the user says what is to be reviewed. */
export const ChangeRequest = z.discriminatedUnion('mode', [
  /** Staged, unstaged and untracked work against the merge base with `base` (default branch). */
  z.strictObject({ mode: z.literal('worktree'), base: z.string().optional() }),
  /** One commit against its first parent. */
  z.strictObject({ mode: z.literal('commit'), rev: z.string() }),
  /** The merge base of `base` and `head` against `head`. */
  z.strictObject({ mode: z.literal('range'), base: z.string(), head: z.string() }),
  /** The index against HEAD. */
  z.strictObject({ mode: z.literal('staged') }),
  /** Only these paths of the working tree, against the same base as `worktree`. */
  z.strictObject({
    mode: z.literal('files'),
    paths: z.array(z.string()).min(1),
    base: z.string().optional(),
  }),
]);
export type ChangeRequest = z.infer<typeof ChangeRequest>;

export const FileStatus = z.enum([
  'added',
  'modified',
  'deleted',
  'renamed',
  'copied',
  'type_changed',
]);
export type FileStatus = z.infer<typeof FileStatus>;

export const FileKind = z.enum(['text', 'binary', 'symlink', 'gitlink', 'lfs_pointer']);
export type FileKind = z.infer<typeof FileKind>;

/** One `@@` header of a zero-context diff; starts are 1-based, a count of 0 means "after that line". */
export const Hunk = z.strictObject({
  oldStart: z.int().min(0),
  oldLines: z.int().min(0),
  newStart: z.int().min(0),
  newLines: z.int().min(0),
});
export type Hunk = z.infer<typeof Hunk>;

/**
 * One changed path.
 *
 * `added` and `removed` count lines as `git diff --numstat` does; both are null for binary content.
 * A path that is not valid UTF-8 is shown with `\xNN` escapes and carries its bytes in `rawPath`.
 */
export const ChangedFile = z.strictObject({
  path: z.string(),
  oldPath: z.string().optional(),
  rawPath: z.base64().optional(),
  rawOldPath: z.base64().optional(),
  status: FileStatus,
  kind: FileKind,
  oldMode: z.string(),
  newMode: z.string(),
  oldOid: z.string().nullable(),
  newOid: z.string().nullable(),
  added: z.int().min(0).nullable(),
  removed: z.int().min(0).nullable(),
  hunks: z.array(Hunk),
  /** Why nobody needs to look at this file (generated, vendored, lock file, …). */
  excluded: z.string().optional(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** One side of the comparison. `commit` is null when the side is a bare tree (working tree, index). */
export const Revision = z.strictObject({
  ref: z.string(),
  commit: z.string().nullable(),
  tree: z.string(),
});
export type Revision = z.infer<typeof Revision>;

/**
 * What is reviewed. A verdict is bound to `head.tree` + `base.tree` + `configHash`.
 *
 * Files are sorted by path, bytewise.
 */
export const Candidate = z.strictObject({
  request: ChangeRequest,
  base: Revision,
  head: Revision,
  files: z.array(ChangedFile),
  goal: z.string().optional(),
});
export type Candidate = z.infer<typeof Candidate>;
