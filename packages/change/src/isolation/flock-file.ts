import { type ChildProcess, spawn } from 'node:child_process';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { killGroup } from '../git/git-process.ts';
import type { HeldLock } from './announced-lock.ts';

/**
 * Holds a lock file of the `flock` system call, as other programs of seed 002 do.
 *
 * Node has no such call, so the `flock` program holds it and runs `cat`, which lives as long as our
 * end of its input: the lock falls with this process, even after a kill.
 *
 * @returns `busy` when another program holds it, `unavailable` where there is no `flock`
 */
export async function holdFlock(file: string): Promise<HeldLock | 'busy' | 'unavailable'> {
  if (process.platform === 'win32') return 'unavailable';
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const entry = await lstat(file).catch(() => undefined);
  if (entry && !entry.isFile()) return 'unavailable';
  const child = spawn('flock', ['-x', '-n', file, 'cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Not in our process group: an interrupt at the terminal must not drop the lock before us.
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  const answer = await new Promise<'held' | 'busy' | 'unavailable'>((resolve) => {
    child.on('error', () => resolve('unavailable'));
    child.on('exit', (code) => resolve(code === 1 ? 'busy' : 'unavailable'));
    child.stdout.once('data', () => resolve('held'));
    child.stdin.write('\n');
  });
  if (answer !== 'held') return answer;
  child.unref();
  for (const stream of [child.stdin, child.stdout]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
  return { release: () => ended(child) };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once('exit', () => resolve());
    child.stdin?.end();
    // `cat` may have been stopped by somebody; then it does not read the end of its input.
    setTimeout(() => killGroup(child), 2000).unref();
  });
}
