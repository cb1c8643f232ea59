import { MagiError, type PublishOutput } from '@magi/contracts';
import { firstLine, type Git } from '../git/git.ts';
import type { GitExit } from '../git/git-process.ts';
import { networkGit } from '../git/network-git.ts';
import { objectGit } from '../git/repository-git.ts';
import { commitOf, isAncestor } from '../git/revision.ts';
import type { Repository } from '../repository.ts';

export interface Publication {
  /** URL or path of the repository to publish to. */
  readonly url: string;
  /** Full name of the branch there. */
  readonly ref: string;
  /** Commit that the remote branch must stand at. */
  readonly expectedOld: string;
  /** Commit to publish. */
  readonly head: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const defaultTimeoutMs = 120_000;

/**
 * Publishes a commit to a branch of a remote with one push, and reads back what is there then.
 *
 * The remote must stand at the expected old commit, and the new one must grow from it; the push
 * carries that expectation, so nobody else's work can be overwritten. A rejection is read again to
 * tell a race from a failure. A remote that has the commit already counts as published, so doing it
 * again after a kill is safe.
 */
export async function publish(
  repository: Repository,
  publication: Publication,
): Promise<PublishOutput> {
  const { ref, expectedOld, head } = publication;
  const local = objectGit(repository);
  if (!/^refs\/heads\/[^-]/.test(ref) || publication.url.startsWith('-')) {
    return failed('publication_failed', `${publication.url} ${ref} is no place to publish to`);
  }
  if ((await commitOf(local, head)) !== head) {
    return failed('integrity', `the commit to publish, ${head}, does not exist here`);
  }
  const git = await networkGit(repository);
  const before = await remoteTip(git, publication);
  if (before.state === 'unreachable') return failed('publication_failed', before.message);
  if (before.state === 'missing') {
    return failed('publication_failed', `the remote has no ${ref}`);
  }
  if (before.tip === head) return published(head, expectedOld, `${ref} has it already`);
  if (before.tip !== expectedOld) return advanced(ref, expectedOld, before.tip);
  const isKnown = (await commitOf(local, expectedOld)) === expectedOld;
  if (!isKnown || !(await isAncestor(local, expectedOld, head))) {
    const message = `${short(head)} does not grow from ${short(expectedOld)}, which the remote has`;
    return { ...failed('integrity', message), remoteBefore: expectedOld };
  }

  const pushed = await push(git, publication);
  const after = await remoteTip(git, publication);
  if (after.state === 'found' && after.tip === head) {
    return published(head, expectedOld, `${ref} is at ${short(head)} now`);
  }
  if (after.state === 'found' && after.tip !== expectedOld) {
    return advanced(ref, expectedOld, after.tip);
  }
  return {
    ...failed('publication_failed', pushed ?? `the push went through, but ${ref} does not show it`),
    remoteBefore: expectedOld,
    ...(after.state === 'found' ? { remoteAfter: after.tip } : {}),
  };
}

export type RemoteTip =
  | { readonly state: 'found'; readonly tip: string }
  | { readonly state: 'missing' }
  | { readonly state: 'unreachable'; readonly message: string };

/** Commit that a branch of a remote stands at, asked of the remote itself. */
export async function readRemoteTip(
  repository: Repository,
  target: Pick<Publication, 'url' | 'ref' | 'timeoutMs' | 'signal'>,
): Promise<RemoteTip> {
  return remoteTip(await networkGit(repository), target);
}

async function remoteTip(
  git: Git,
  target: Pick<Publication, 'url' | 'ref' | 'timeoutMs' | 'signal'>,
): Promise<RemoteTip> {
  const asked = await ask(
    git,
    ['ls-remote', '--upload-pack=git-upload-pack', '--end-of-options', target.url, target.ref],
    target,
  );
  if (asked.code !== 0) {
    return {
      state: 'unreachable',
      message: `the remote cannot be read: ${firstLine(asked.stderr)}`,
    };
  }
  const line = asked.stdout
    .toString('utf8')
    .split('\n')
    .find((candidate) => candidate.endsWith(`\t${target.ref}`));
  const tip = line?.split('\t')[0];
  return tip ? { state: 'found', tip } : { state: 'missing' };
}

/** Pushes once; what git says when it does not succeed. */
async function push(git: Git, publication: Publication): Promise<string | undefined> {
  const { url, ref, expectedOld, head } = publication;
  const exit = await ask(
    git,
    [
      ...['push', '--porcelain', '--no-verify', '--no-follow-tags', '--no-signed'],
      ...['--receive-pack=git-receive-pack', `--force-with-lease=${ref}:${expectedOld}`],
      ...['--end-of-options', url, `${head}:${ref}`],
    ],
    publication,
  );
  if (exit.code === 0) return undefined;
  const rejection = exit.stdout
    .toString('utf8')
    .split('\n')
    .find((line) => line.startsWith('!'));
  return `the push was refused: ${rejection?.split('\t').at(-1) ?? firstLine(exit.stderr)}`;
}

/** A remote that does not answer in time has failed like any other. */
async function ask(
  git: Git,
  args: readonly string[],
  target: Pick<Publication, 'timeoutMs' | 'signal'>,
): Promise<GitExit> {
  try {
    return await git.run(args, {
      timeoutMs: target.timeoutMs ?? defaultTimeoutMs,
      ...(target.signal ? { signal: target.signal } : {}),
    });
  } catch (error) {
    if (!(error instanceof MagiError) || error.code !== 'MAGI_GIT_TIMED_OUT') throw error;
    return { code: null, stdout: Buffer.alloc(0), stderr: error.message };
  }
}

function published(head: string, before: string, message: string): PublishOutput {
  return { status: 'published', message, remoteBefore: before, remoteAfter: head };
}

function advanced(ref: string, expected: string, found: string): PublishOutput {
  const message = `${ref} moved from ${short(expected)} to ${short(found)} on the remote`;
  return { ...failed('remote_advanced', message), remoteBefore: expected, remoteAfter: found };
}

function failed(reason: NonNullable<PublishOutput['reason']>, message: string): PublishOutput {
  return { status: 'failed', reason, message };
}

function short(oid: string): string {
  return oid.slice(0, 12);
}
