import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative } from 'node:path';
import { type Candidate, type ChangeRequest, ok, type Result } from '@magi/contracts';
import { diffTrees } from '../diff/diff-trees.ts';
import { withExclusions } from '../exclusion/with-exclusions.ts';
import { objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { type CandidateFailure, failed } from './candidate-failure.ts';
import { defaultObjectsDir } from './objects-dir.ts';
import { type Sides, sidesOf } from './sides.ts';

export interface CandidateOptions {
  readonly goal?: string;
  /** Globs of files that nobody needs to review. */
  readonly exclude?: readonly string[];
  /** Branch to compare with when the request names none; found by convention otherwise. */
  readonly defaultBranch?: string;
  /** Where blobs of uncommitted work are kept; `defaultObjectsDir` otherwise. */
  readonly objectsDir?: string;
  /**
   * Side whose marks (`.gitattributes`, header comments) may exclude files. `base` for changes of
   * other people, so that a change cannot excuse itself from review; default `head`.
   */
  readonly marksFrom?: 'base' | 'head';
  /** True where work begins on nothing: a change without files is then a candidate. */
  readonly mayBeEmpty?: boolean;
  /** Sides that were resolved before, so that a branch which moves meanwhile changes nothing. */
  readonly sides?: Sides;
  readonly signal?: AbortSignal;
}

/**
 * Fixes what is reviewed: both trees and every changed file between them.
 *
 * Default base is the merge base with the default branch; on the default branch itself it is HEAD,
 * and `base.ref` says so. A root commit is compared with the empty tree, a merge with its first
 * parent. `files` paths count from the root of the repository. `head.commit` is set for a working
 * tree that is exactly a commit.
 *
 * @returns fails with a kind, a message and a hint; a change without files is `empty-change` unless
 * it may be empty
 */
export async function resolveCandidate(
  repository: Repository,
  request: ChangeRequest,
  options: CandidateOptions = {},
): Promise<Result<Candidate, CandidateFailure>> {
  const objectsDir = options.objectsDir ?? (await defaultObjectsDir(repository));
  const paths = request.mode === 'files' ? await belowRoot(repository, request.paths) : undefined;
  const outside = paths?.find((path) => path.startsWith('../') || path === '..');
  if (outside !== undefined) return unknownPath(outside);

  const named = paths ? await filesAmong(repository, paths) : undefined;
  const sides = options.sides
    ? ok(options.sides)
    : await sidesOf(repository, request, {
        objectsDir,
        ...(options.defaultBranch === undefined ? {} : { defaultBranch: options.defaultBranch }),
        ...(named ? { named } : {}),
      });
  if (!sides.ok) return sides;
  const { base, head } = sides.value;
  const missing = await firstMissing(repository, sides.value, objectsDir, paths ?? []);
  if (missing !== undefined) return unknownPath(missing);

  const restricted = paths && !paths.includes('.') ? { paths } : {};
  const files = await diffTrees(repository, base.tree, head.tree, {
    objectsDir,
    ...restricted,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (files.length === 0 && !options.mayBeEmpty) return emptyChange(sides.value);
  const twice = files.find((file, at) => files[at + 1]?.path === file.path);
  if (twice) return ambiguous(twice.path);

  const judged = await withExclusions(repository, sides.value, files, {
    objectsDir,
    globs: options.exclude ?? [],
    marksFrom: options.marksFrom ?? 'head',
  });
  return ok({
    request,
    base,
    head,
    files: judged,
    ...(options.goal === undefined ? {} : { goal: options.goal }),
  });
}

/** Paths from the root; an absolute one may lead there through links, as `/tmp` does on some systems. */
function belowRoot(repository: Repository, paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    paths.map(async (path) => {
      const below = isAbsolute(path) ? relative(repository.root, await withoutLinks(path)) : path;
      return normalize(below).replace(/\/$/, '') || '.';
    }),
  );
}

/** The path itself may be a link that is to be reviewed; only the folder it lies in is resolved. */
async function withoutLinks(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return join(folder, basename(path));
}

async function filesAmong(
  repository: Repository,
  paths: readonly string[],
): Promise<readonly string[]> {
  const entries = await Promise.all(
    paths.map((path) => lstat(join(repository.root, path)).catch(() => undefined)),
  );
  return paths.filter((_, at) => entries[at]?.isFile() || entries[at]?.isSymbolicLink());
}

/** First path that neither side has. */
async function firstMissing(
  repository: Repository,
  sides: Sides,
  objectsDir: string,
  paths: readonly string[],
): Promise<string | undefined> {
  const wanted = paths.filter((path) => path !== '.');
  if (wanted.length === 0) return undefined;
  const git = objectGit(repository, { dir: objectsDir, write: false });
  const listed = await Promise.all(
    [sides.base.tree, sides.head.tree].map((tree) =>
      git.text(['ls-tree', '-z', '--name-only', tree, '--', ...wanted]),
    ),
  );
  const known = new Set(listed.flatMap((text) => text.split('\0')));
  return wanted.find((path) => !known.has(path));
}

function unknownPath(path: string) {
  return failed(
    'unknown-path',
    `${JSON.stringify(path)} is in neither side of the comparison`,
    'Give paths from the root of the repository.',
  );
}

function emptyChange(sides: Sides) {
  return failed(
    'empty-change',
    `nothing changed between ${sides.base.ref} and ${sides.head.ref}`,
    'Review the last commit with --commit HEAD, or a range with --base A --head B.',
  );
}

function ambiguous(path: string) {
  return failed(
    'ambiguous-paths',
    `two changed files are shown as ${JSON.stringify(path)}`,
    'Rename one of them; their names differ in bytes that are not text.',
  );
}
