import { spawn } from 'node:child_process';

export interface ProgramOutput {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
}

/** Programs that run for this thread; a terminated thread leaves its own behind. */
const running = new Set<number>();
let announce: ((running: readonly number[]) => void) | null = null;

/** Has the ids of running programs told to whoever may have to end them. */
export function announcePrograms(listener: (running: readonly number[]) => void): void {
  announce = listener;
}

/**
 * Runs a program to its end without a shell and without the environment of magi.
 *
 * Rejects when the program cannot be started or the signal aborts; a bad exit code is no error.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramOutput> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { PATH: process.env.PATH ?? '', HOME: options.cwd, LC_ALL: 'C', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: options.signal,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    track(child.pid, true);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => {
      track(child.pid, false);
      reject(error);
    });
    child.on('close', (exitCode) => {
      track(child.pid, false);
      const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8');
      resolve({ exitCode, stdout: text(stdout), stderr: text(stderr) });
    });
  });
}

function track(pid: number | undefined, isRunning: boolean): void {
  if (pid === undefined) return;
  if (isRunning) running.add(pid);
  else running.delete(pid);
  announce?.([...running]);
}
