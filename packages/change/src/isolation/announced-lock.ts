import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, MagiError, ok, type Result } from '@magi/contracts';
import { writeAtomically } from '../files/write-atomically.ts';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** Who holds a lock. */
export interface LockHolder extends ProcessIdentity {
  readonly run: string;
  /** ISO 8601. */
  readonly since: string;
}

export interface HeldLock {
  release(): Promise<void>;
}

export interface HeldByOther {
  readonly kind: 'busy';
  readonly holder: LockHolder;
  readonly file: string;
}

export interface LockRequest {
  /** Folder that is trusted and exists; the locks lie in `magi/locks` below it. */
  readonly commonDir: string;
  readonly name: string;
  readonly run: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const tries = 4;

/**
 * Takes a lock by announcing itself and then looking around.
 *
 * Every contender writes a file of its own and only then lists the others: if any of them belongs
 * to a running process, it withdraws. So two can never both hold the lock, and the file of a dead
 * process needs no taking over: it is not counted, and swept by the next holder. Two that see each
 * other withdraw both; hence some tries at random distance.
 */
export async function announceLock(request: LockRequest): Promise<Result<HeldLock, HeldByOther>> {
  const identity = await ownIdentity();
  const holder: LockHolder = {
    ...identity,
    run: request.run,
    since: new Date(request.at).toISOString(),
  };
  let other: { readonly holder: LockHolder; readonly file: string } | undefined;
  for (let turn = 0; turn < tries; turn += 1) {
    if (turn > 0) await delay(20 + Math.floor(Math.random() * 60));
    const own = `${request.name}.${randomBytes(9).toString('hex')}.json`;
    const path = await announce(request, own, holder);
    const others = (await announcements(request)).filter(({ file }) => file !== path);
    const running = await Promise.all(others.map((entry) => isRunning(entry.holder)));
    other = others.find((_, index) => running[index]);
    if (!other) {
      await Promise.all(others.map(({ file }) => rm(file, { force: true })));
      return ok({ release: () => rm(path, { force: true }) });
    }
    await rm(path, { force: true });
  }
  if (!other) throw new MagiError('MAGI_LOCK', `the lock ${request.name} cannot be taken`);
  return fail({ kind: 'busy', ...other });
}

/** Announcements of one lock, or of all when no name is given; of running and dead processes. */
export async function announcements(request: {
  readonly commonDir: string;
  readonly name?: string;
}): Promise<readonly { readonly holder: LockHolder; readonly file: string }[]> {
  const folder = join(request.commonDir, 'magi', 'locks');
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .filter((name) => request.name === undefined || name.startsWith(`${request.name}.`))
      .map(async (name) => {
        const file = join(folder, name);
        const text = await readFile(file, 'utf8').catch(() => undefined);
        // Withdrawn between the listing and the reading.
        return text === undefined ? undefined : { file, holder: holderFrom(text) };
      }),
  );
  return found.filter((entry) => entry !== undefined);
}

async function announce(request: LockRequest, name: string, holder: LockHolder): Promise<string> {
  const text = `${JSON.stringify(holder)}\n`;
  const written = await writeAtomically(request.commonDir, `magi/locks/${name}`, text);
  if (written.ok) return written.value;
  throw new MagiError('MAGI_UNSAFE_PATH', written.error.message, { exitCode: 5 });
}

/** A file that makes no sense counts as a holder on an unknown host: nobody may sweep it. */
function holderFrom(text: string): LockHolder {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    found = undefined;
  }
  const fields: Readonly<Record<string, unknown>> =
    typeof found === 'object' && found !== null ? { ...found } : {};
  const word = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '(unknown)';
  };
  return {
    pid: Number.isInteger(fields.pid) ? Number(fields.pid) : 0,
    host: word('host'),
    started: word('started'),
    run: word('run'),
    since: word('since'),
  };
}
