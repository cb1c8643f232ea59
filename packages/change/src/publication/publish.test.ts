import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openRepository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { publicationTarget } from './publication-target.ts';
import { type Publication, publish } from './publish.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const made: { remove(): void }[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.remove();
});

it('publishes with one push and reads back what the remote has then', async () => {
  const { work, remote, old } = given();
  const head = work.commit('fix', { 'a.ts': 'fixed\n' });
  await expect(published(work, remote, old, head)).resolves.toMatchObject({
    status: 'published',
    remoteBefore: old,
    remoteAfter: head,
  });
  expect(remote.git('show', 'main:a.ts')).toBe('fixed');
});

it('finds a commit that is there already, without another push', async () => {
  const { work, remote, old } = given();
  const head = work.commit('fix', { 'a.ts': 'fixed\n' });
  await published(work, remote, old, head);
  remote.git('config', 'receive.denyUpdates', 'true');
  await expect(published(work, remote, old, head)).resolves.toMatchObject({
    status: 'published',
    remoteAfter: head,
  });
});

it('leaves a remote alone that has moved on', async () => {
  const { work, remote, old, other } = given();
  const theirs = other.commit('theirs', { 'b.ts': 'b\n' });
  other.git('push', '-q', 'origin', 'main');
  const head = work.commit('fix', { 'a.ts': 'fixed\n' });
  await expect(published(work, remote, old, head)).resolves.toMatchObject({
    status: 'failed',
    reason: 'remote_advanced',
    remoteAfter: theirs,
  });
  expect(remote.git('rev-parse', 'main')).toBe(theirs);
});

it('tells a race from a failure', async () => {
  const { work, remote, old } = given();
  const head = work.commit('fix', { 'a.ts': 'fixed\n' });
  // Somebody else gets in between our look and our push.
  const theirs = remote.git('commit-tree', '-p', old, '-m', 'theirs', `${old}^{tree}`);
  hook(
    remote,
    'pre-receive',
    `env -u GIT_QUARANTINE_PATH git update-ref refs/heads/main ${theirs}`,
  );
  await expect(published(work, remote, old, head)).resolves.toMatchObject({
    status: 'failed',
    reason: 'remote_advanced',
    remoteAfter: theirs,
  });
});

it('reports a push that the remote refuses', async () => {
  const { work, remote, old } = given();
  const head = work.commit('fix', { 'a.ts': 'fixed\n' });
  hook(remote, 'pre-receive', 'exit 1');
  const result = await published(work, remote, old, head);
  expect(result).toMatchObject({
    status: 'failed',
    reason: 'publication_failed',
    remoteAfter: old,
  });
  expect(result.message).toContain('pre-receive hook declined');
});

it('does not publish what does not grow from the remote', async () => {
  const { work, remote, old } = given();
  work.git('checkout', '-q', '--orphan', 'island');
  const head = work.commit('other root', { 'a.ts': 'x\n' });
  await expect(published(work, remote, old, head)).resolves.toMatchObject({
    status: 'failed',
    reason: 'integrity',
  });
  expect(remote.git('rev-parse', 'main')).toBe(old);
});

it.each([
  ['that is not there', { url: '/no/such/remote' }],
  ['whose branch is missing', { ref: 'refs/heads/other' }],
  ['that looks like an option', { url: '--upload-pack=touch' }],
])('fails for a remote %s', async (_, change) => {
  const { work, remote, old } = given();
  const head = work.commit('fix', { 'a.ts': 'fixed\n' });
  await expect(published(work, remote, old, head, change)).resolves.toMatchObject({
    status: 'failed',
    reason: 'publication_failed',
  });
});

it('gives up on a remote that never answers', async () => {
  const { work, remote, old } = given();
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  made.push({ remove: () => silent.close() });
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const change = { url: `http://127.0.0.1:${port}/x.git`, timeoutMs: 300 };
  await expect(published(work, remote, old, old, change)).resolves.toMatchObject({
    status: 'failed',
    reason: 'publication_failed',
    message: expect.stringContaining('took longer'),
  });
});

it('runs nothing that the configuration of the repository names', async () => {
  const { work, remote, old } = given();
  const head = work.commit('fix', { 'a.ts': 'fixed\n' });
  const trap = join(work.dir, 'trap.sh');
  writeFileSync(trap, `#!/bin/sh\n: > '${work.dir}/sprung'\nexit 1\n`);
  chmodSync(trap, 0o755);
  hook(work, 'pre-push', trap, '.git/hooks');
  for (const key of ['receivepack', 'uploadpack', 'vcs']) {
    work.git('config', `remote.${remote.dir}.${key}`, trap);
  }
  work.git('config', 'core.sshCommand', trap);
  work.git('config', 'credential.helper', trap);
  work.git('config', `url.ext::${trap} .insteadOf`, 'ssh://');
  await published(work, remote, old, head);
  await published(work, remote, old, head, { url: 'ssh://127.0.0.1:1/x.git' });
  expect(work.git('ls-files', '--others')).toBe('trap.sh');
});

it('finds where git would push a branch', async () => {
  const { work, remote } = given();
  const repository = await opened(work.dir);
  await expect(publicationTarget(repository, 'refs/heads/main')).resolves.toMatchObject({
    value: { remote: 'origin', url: remote.dir, ref: 'refs/heads/main' },
  });
  work.git('remote', 'add', 'fork', '/fork.git');
  work.git('config', 'branch.main.pushRemote', 'fork');
  await expect(publicationTarget(repository, 'refs/heads/main')).resolves.toMatchObject({
    value: { remote: 'fork', url: '/fork.git', ref: 'refs/heads/main' },
  });
  await expect(publicationTarget(repository, 'refs/heads/lonely')).resolves.toMatchObject({
    error: { kind: 'no-remote' },
  });
});

/** A bare remote, and two clones of it that stand at its tip. */
function given() {
  const remote = tracked(createRepository({ bare: true }));
  const work = tracked(createRepository({ files: { 'a.ts': 'a\n' } }));
  work.git('remote', 'add', 'origin', remote.dir);
  work.git('push', '-q', '--set-upstream', 'origin', 'main');
  const other = tracked(createRepository());
  other.git('remote', 'add', 'origin', remote.dir);
  other.git('pull', '-q', 'origin', 'main');
  return { remote, work, other, old: work.git('rev-parse', 'HEAD') };
}

function tracked(repository: DisposableRepository): DisposableRepository {
  made.push(repository);
  return repository;
}

async function published(
  work: DisposableRepository,
  remote: DisposableRepository,
  expectedOld: string,
  head: string,
  change: Partial<Publication> = {},
) {
  const target = { url: remote.dir, ref: 'refs/heads/main', expectedOld, head };
  return publish(await opened(work.dir), { ...target, ...change });
}

async function opened(dir: string) {
  const result = await openRepository(dir);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function hook(repository: DisposableRepository, name: string, script: string, dir = 'hooks') {
  const file = join(repository.dir, dir, name);
  mkdirSync(join(repository.dir, dir), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
