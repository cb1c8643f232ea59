import { type ChildProcess, spawn } from 'node:child_process';
import { fail, ok, type Result } from '@magi/contracts';

/** One run of git. Nothing is added to the environment: `env` is all that the process sees. */
export interface GitRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Receives standard output piece by piece; without it the output is collected. */
  readonly onOutput?: (chunk: Buffer) => void;
}

/** `code` is null when a signal from outside ended the process. */
export interface GitExit {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface GitProcessFailure {
  readonly kind: 'no-git' | 'timed-out' | 'aborted' | 'output-not-understood';
  readonly message: string;
}

const stderrLimit = 64 * 1024;

/**
 * Runs git in a process group of its own and waits for its end.
 *
 * Time-out, abort and a throwing `onOutput` kill the whole group, so that no helper of git is left
 * behind. A non-zero exit is a success here: what it means depends on the command.
 */
export function runGit(run: GitRun): Promise<Result<GitExit, GitProcessFailure>> {
  return new Promise((resolve) => {
    if (run.signal?.aborted) return resolve(fail(aborted(run)));
    const child = spawn('git', run.args, {
      cwd: run.cwd,
      env: run.env,
      detached: process.platform !== 'win32',
      stdio: [run.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const collected: Buffer[] = [];
    let stderr = '';
    let ending: GitProcessFailure | undefined;

    const end = (failure: GitProcessFailure) => {
      ending ??= failure;
      killGroup(child);
    };
    const onAbort = () => end(aborted(run));
    const timer = setTimeout(() => end(timedOut(run)), run.timeoutMs);
    run.signal?.addEventListener('abort', onAbort, { once: true });

    child.stdout?.on('data', (chunk: Buffer) => {
      if (ending) return;
      if (!run.onOutput) return void collected.push(chunk);
      try {
        run.onOutput(chunk);
      } catch (error) {
        end({ kind: 'output-not-understood', message: `${named(run)}: ${String(error)}` });
      }
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < stderrLimit) stderr += chunk.toString('utf8');
    });
    // Git may exit without reading all of its input; the exit code tells, not the broken pipe.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(run.input);

    const settle = (result: Result<GitExit, GitProcessFailure>) => {
      clearTimeout(timer);
      run.signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    child.on('error', (error) =>
      settle(fail({ kind: 'no-git', message: `git cannot be started: ${error.message}` })),
    );
    child.on('close', (code) =>
      settle(ending ? fail(ending) : ok({ code, stdout: Buffer.concat(collected), stderr })),
    );
  });
}

/** Kills a process and everything it started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}

function named(run: GitRun): string {
  return `git ${run.args.slice(0, 2).join(' ')}`;
}

function timedOut(run: GitRun): GitProcessFailure {
  return { kind: 'timed-out', message: `${named(run)} took longer than ${run.timeoutMs} ms` };
}

function aborted(run: GitRun): GitProcessFailure {
  return { kind: 'aborted', message: `${named(run)} was cancelled` };
}
