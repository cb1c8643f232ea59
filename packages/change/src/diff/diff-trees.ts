import type { ChangedFile, FileStatus } from '@magi/contracts';
import { openObjectReader } from '../git/object-reader.ts';
import { type PathName, pathBytes } from '../git/path-name.ts';
import { type ExtraObjects, objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { createDiffParser, type DiffRecord } from './diff-parser.ts';
import { kindOf } from './file-kind.ts';

export interface DiffOptions {
  /** Folder with objects that are not in the repository. */
  readonly objectsDir?: string;
  /** Only these paths and what lies below them. */
  readonly paths?: readonly string[];
  readonly signal?: AbortSignal;
}

const diffTimeoutMs = 600_000;

/** Everything that decides what the output looks like, whatever the configuration says. */
const diffFlags = [
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
): Promise<ChangedFile[]> {
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
  const reader = openObjectReader(git);
  try {
    const records = parser.end();
    const files = await Promise.all(records.map((record) => changedFile(record, reader.read)));
    return files.sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
  } finally {
    await reader.dispose();
  }
}

/** Bytes of the path of a changed file. */
export function bytesOf(file: Pick<ChangedFile, 'path' | 'rawPath'>): Buffer {
  return pathBytes({ path: file.path, ...(file.rawPath ? { raw: file.rawPath } : {}) });
}

async function changedFile(
  record: DiffRecord,
  read: (oid: string, limit: number) => Promise<Buffer | null>,
): Promise<ChangedFile> {
  const kind = await kindOf(record, read);
  const counted = kind !== 'binary';
  return {
    path: record.to.path,
    ...(record.to.raw === undefined ? {} : { rawPath: record.to.raw }),
    ...(isMoved(record) ? movedFrom(record.from) : {}),
    status: statusOf(record.letter),
    kind,
    oldMode: record.oldMode,
    newMode: record.newMode,
    oldOid: record.oldOid,
    newOid: record.newOid,
    added: counted ? record.added : null,
    removed: counted ? record.removed : null,
    hunks: record.hunks,
  };
}

function isMoved(record: DiffRecord): boolean {
  return record.letter === 'R' || record.letter === 'C';
}

function movedFrom(from: PathName) {
  return { oldPath: from.path, ...(from.raw === undefined ? {} : { rawOldPath: from.raw }) };
}

const statuses: Readonly<Record<string, FileStatus>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};

function statusOf(letter: string): FileStatus {
  const status = statuses[letter];
  if (!status) throw new Error(`git reports an unknown status ${letter}`);
  return status;
}
