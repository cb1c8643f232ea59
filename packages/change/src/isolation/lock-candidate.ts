import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Result } from '@magi/contracts';
import type { Repository } from '../repository.ts';
import { announceLock, type HeldLock, type LockHolder } from './announced-lock.ts';
import { holdFlock } from './flock-file.ts';

export interface CandidateLockRequest {
  readonly run: string;
  /** Full name of the candidate's branch; null for a detached HEAD of this working tree. */
  readonly ref: string | null;
  /** What will be published to, for runs that publish. */
  readonly remote?: { readonly repository: string; readonly ref: string };
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface LockFailure {
  readonly kind: 'busy';
  /** Null when a program that is not magi holds the lock: a lock file names nobody. */
  readonly holder: LockHolder | null;
  readonly message: string;
  readonly hint: string;
}

/**
 * Makes sure that one run at a time works on a candidate, over all working trees of a repository.
 *
 * The key is the digest of common directory and ref, as in seed 002, whose lock file is held too
 * where the `flock` program exists. The local lock comes first, then the one of the remote target;
 * release goes backwards. A dead holder does not count.
 */
export async function lockCandidate(
  repository: Repository,
  request: CandidateLockRequest,
): Promise<Result<HeldLock, LockFailure>> {
  const { commonDir, gitDir } = repository;
  const names = [`local-ref-${keyOf(commonDir, request.ref ?? `HEAD of ${gitDir}`)}`];
  if (request.remote) {
    const { repository: target, ref } = request.remote;
    names.push(`remote-target-${keyOf(commonDir, target, ref)}`);
  }
  const held: HeldLock[] = [];
  const release = async () => {
    for (const lock of held.splice(0).reverse()) await lock.release();
  };
  for (const name of names) {
    const announced = await announceLock({ commonDir, name, run: request.run, at: request.at });
    if (!announced.ok) {
      await release();
      return fail(heldByRun(request, announced.error.holder, announced.error.file));
    }
    held.push(announced.value);
    const file = join(commonDir, 'review-fix-loop', 'locks', `${name}.lock`);
    const foreign = await holdFlock(file);
    if (foreign === 'busy') {
      await release();
      return fail(heldByStranger(request, file));
    }
    if (foreign !== 'unavailable') held.push(foreign);
  }
  return ok({ release });
}

function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\x1f')).digest('hex').slice(0, 32);
}

function heldByRun(request: CandidateLockRequest, holder: LockHolder, file: string): LockFailure {
  const where = `process ${holder.pid} on ${holder.host}`;
  return {
    kind: 'busy',
    holder,
    message: `${subject(request)} is being worked on by run ${holder.run} (${where}) since ${holder.since}`,
    hint: `Wait for it, or stop it. If that process is gone for good, delete ${file}`,
  };
}

function heldByStranger(request: CandidateLockRequest, file: string): LockFailure {
  return {
    kind: 'busy',
    holder: null,
    message: `${subject(request)} is being worked on by another program, which holds ${file}`,
    hint: `Wait for it. To see who it is: fuser ${file}`,
  };
}

function subject(request: CandidateLockRequest): string {
  return request.ref?.replace('refs/heads/', '') ?? 'this checkout';
}
