import type { ChangedFile } from '@magi/contracts';
import { openObjectReader } from '../git/object-reader.ts';
import { pathBytes } from '../git/path-name.ts';
import { type ExtraObjects, objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { createDiffParser } from './diff-parser.ts';
import { withKindOfContent } from './file-kind.ts';

export interface DiffOptions {
  /** Folder with objects that are not in the repository. */
  readonly objectsDir?: string;
  /** Only these paths and what lies below them. */
  readonly paths?: readonly string[];
  readonly signal?: AbortSignal;
}

const diffTimeoutMs = 600_000;

/** Everything that decides what the output looks like, whatever the configuration says. */
export const diffFlags = [
  ...['-r', '-z', '--raw', '-p', '-U0', '--no-abbrev', '--full-index', '-M', '-l1000'],
  ...['--no-color', '--no-ext-diff', '--no-textconv', '--no-relative', '--submodule=short'],
  ...['--ignore-submodules=none', '--src-prefix=a/', '--dst-prefix=b/'],
  ...['--inter-hunk-context=0', '--diff-algorithm=myers', '--indent-heuristic', '-O/dev/null'],
];

/**
 * Compares two trees (or commits), byte for byte as git counts them.
 *
 * Renames are found; copies are not, so that every line of a copied file counts as added, as in
 * `git diff -M --numstat`. Attributes of the working tree have no say: a change cannot hide its
 * text by calling itself binary.
 *
 * @returns files sorted by path, bytewise
 */
export async function diffTrees(
  repository: Repository,
  before: string,
  after: string,
  options: DiffOptions = {},
): Promise<readonly ChangedFile[]> {
  const objects: ExtraObjects | undefined =
    options.objectsDir === undefined ? undefined : { dir: options.objectsDir, write: false };
  const git = objectGit(repository, objects);
  const parser = createDiffParser();
  const paths = options.paths ? ['--', ...options.paths] : [];
  await git.bytes(['diff-tree', ...diffFlags, '--end-of-options', before, after, ...paths], {
    onOutput: parser.push,
    timeoutMs: diffTimeoutMs,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const { files, unsure } = parser.end();
  if (unsure.size === 0) return inOrder(files);
  const reader = openObjectReader(git);
  try {
    const settled = await Promise.all(
      files.map((file) => (unsure.has(file) ? withKindOfContent(file, reader.read) : file)),
    );
    return inOrder(settled);
  } finally {
    await reader.dispose();
  }
}

/** Bytes of the path of a changed file. */
export function bytesOf(file: Pick<ChangedFile, 'path' | 'rawPath'>): Buffer {
  return pathBytes({ path: file.path, ...(file.rawPath ? { raw: file.rawPath } : {}) });
}

/** Git gives files in order of their paths; this makes sure of it. */
function inOrder(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const keys = new Map(files.map((file) => [file, bytesOf(file)]));
  const compare = (a: ChangedFile, b: ChangedFile) =>
    Buffer.compare(keys.get(a) ?? bytesOf(a), keys.get(b) ?? bytesOf(b));
  const isSorted = files.every((file, index) => {
    const next = files[index + 1];
    return next === undefined || compare(file, next) <= 0;
  });
  return isSorted ? files : files.toSorted(compare);
}
