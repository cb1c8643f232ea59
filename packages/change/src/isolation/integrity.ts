import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MagiError } from '@magi/contracts';
import { captureWorkingTree } from '../candidate/capture-tree.ts';
import { objectGit, workGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { branchNamespace } from './attempt-place.ts';
import { withTemporaryObjects } from './worktree-changes.ts';

/** Fingerprint of all that a reviewer has no business to change. Plain JSON. */
export interface Integrity {
  /** One digest over everything below. */
  readonly digest: string;
  /** Branch that HEAD names, or the commit when it is detached. */
  readonly head: string;
  /** Local branches and tags by full name; remote-tracking refs are not compared. */
  readonly refs: Readonly<Record<string, string>>;
  /** Digest of the entries of the index. */
  readonly index: string;
  /** Tree of the working tree, untracked files included, ignored ones not. */
  readonly worktree: string;
  /** Digest of configuration, hooks and local attribute and exclude files. */
  readonly configuration: string;
}

export interface IntegrityChange {
  readonly kind:
    | 'head'
    | 'candidate_ref'
    | 'attempt_ref'
    | 'ref'
    | 'index'
    | 'worktree'
    | 'configuration';
  readonly message: string;
}

/** Takes the fingerprint by content, so that a file which was dirty before cannot change unseen. */
export async function integrityOf(repository: Repository): Promise<Integrity> {
  const git = objectGit(repository);
  const place = { gitDir: repository.gitDir, workTree: repository.root };
  const inside = await workGit(repository, place);
  const [symbolic, head, listed, entries, configuration, worktree] = await Promise.all([
    git.run(['symbolic-ref', '--quiet', 'HEAD']),
    git.run(['rev-parse', '--verify', '--quiet', 'HEAD']),
    git.text(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/tags']),
    inside.bytes(['ls-files', '--stage', '-v', '-z']),
    configurationDigest(repository),
    worktreeTree(repository),
  ]);
  const lines = listed.split('\n').filter((line) => line !== '');
  const parts = {
    head: (symbolic.code === 0 ? symbolic : head).stdout.toString('utf8').trim(),
    refs: Object.fromEntries(lines.map((line) => line.split(' ') as [string, string])),
    index: digest(entries),
    worktree,
    configuration,
  };
  return { digest: digest(JSON.stringify(parts)), ...parts };
}

/**
 * What differs between two fingerprints, gravest first.
 *
 * Moves of other local refs (`ref`) are worth a note; all other kinds mean that somebody wrote where
 * only magi or the user may.
 */
export function integrityChanges(
  before: Integrity,
  after: Integrity,
  candidateRef: string | null,
): readonly IntegrityChange[] {
  const changes: IntegrityChange[] = [];
  if (before.head !== after.head) {
    changes.push({ kind: 'head', message: `HEAD went from ${before.head} to ${after.head}` });
  }
  const names = [...new Set([...Object.keys(before.refs), ...Object.keys(after.refs)])].sort();
  for (const name of names) {
    const [from = 'nothing', to = 'nothing'] = [before.refs[name], after.refs[name]];
    if (from === to) continue;
    const kind = kindOfRef(name, candidateRef);
    changes.push({ kind, message: `${name} went from ${from.slice(0, 12)} to ${to.slice(0, 12)}` });
  }
  if (before.index !== after.index) {
    changes.push({ kind: 'index', message: 'the index changed' });
  }
  if (before.worktree !== after.worktree) {
    const trees = `${before.worktree.slice(0, 12)} to ${after.worktree.slice(0, 12)}`;
    changes.push({
      kind: 'worktree',
      message: `files of the working tree changed (tree ${trees})`,
    });
  }
  if (before.configuration !== after.configuration) {
    const what = 'configuration, hooks or local attributes of the repository changed';
    changes.push({ kind: 'configuration', message: what });
  }
  return changes;
}

function kindOfRef(name: string, candidateRef: string | null): IntegrityChange['kind'] {
  if (name === candidateRef) return 'candidate_ref';
  return name.startsWith(branchNamespace) ? 'attempt_ref' : 'ref';
}

function worktreeTree(repository: Repository): Promise<string> {
  const place = { gitDir: repository.gitDir, workTree: repository.root };
  return withTemporaryObjects(async (dir) => {
    const tree = await captureWorkingTree(repository, { ...place, objects: { dir, write: true } });
    if (tree.ok) return tree.value;
    throw new MagiError('MAGI_UNREADABLE', tree.error.message, {
      hint: tree.error.hint,
      exitCode: 5,
    });
  });
}

async function configurationDigest(repository: Repository): Promise<string> {
  const hooks = join(repository.commonDir, 'hooks');
  const files = [
    join(repository.commonDir, 'config'),
    join(repository.gitDir, 'config.worktree'),
    join(repository.commonDir, 'info', 'attributes'),
    join(repository.commonDir, 'info', 'exclude'),
    ...(await readdir(hooks).catch(() => [])).sort().map((name) => join(hooks, name)),
  ];
  const contents = await Promise.all(files.map((file) => readFile(file).catch(() => null)));
  const known = files.map((file, index) => {
    const content = contents[index];
    return [file, content ? digest(content) : ''];
  });
  return digest(JSON.stringify(known));
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
