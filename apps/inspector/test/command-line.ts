import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../magi/bin/magi.js', import.meta.url));

/** A folder that is removed at the end; its state and its home are in it. */
export interface Place {
  readonly dir: string;
  write(path: string, text: string): string;
  git(...args: readonly string[]): string;
  /** Runs magi to its end and gives what it printed. */
  magi(...args: readonly string[]): Promise<string>;
  /** Starts magi and leaves it running. */
  start(...args: readonly string[]): ChildProcess;
  remove(): void;
}

export function createPlace(): Place {
  const dir = mkdtempSync(join(tmpdir(), 'magi-inspector-'));
  const env = {
    PATH: process.env.PATH,
    HOME: join(dir, 'home'),
    GIT_CONFIG_NOSYSTEM: '1',
    NO_COLOR: '1',
    BROWSER: 'none',
  };
  const running = new Set<ChildProcess>();
  return {
    dir,
    write(path, text) {
      const file = join(dir, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    git: (...args) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: dir,
        env,
        encoding: 'utf8',
      }),
    magi: (...args) =>
      new Promise((resolve) => {
        const options = { cwd: dir, env, maxBuffer: 1 << 30 };
        execFile(process.execPath, [bin, ...args], options, (_error, stdout) => resolve(stdout));
      }),
    start(...args) {
      const child = spawn(process.execPath, [bin, ...args], { cwd: dir, env });
      running.add(child);
      child.on('exit', () => running.delete(child));
      return child;
    },
    remove() {
      for (const child of running) child.kill('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The first address that a started command prints. */
export function addressOf(child: ChildProcess, scheme = 'http'): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const [address] = new RegExp(`${scheme}://127\\.0\\.0\\.1:\\d+/\\S+(?=\\n)`).exec(text) ?? [];
      if (address) resolve(address);
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${errors}`)));
  });
}

/** Waits until a condition holds; the time-out only ends a broken test. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
