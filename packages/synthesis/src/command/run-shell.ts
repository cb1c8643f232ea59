import { type ChildProcess, spawn } from 'node:child_process';

/** How a shell command is run, and who listens to it. */
export interface ShellRun {
  readonly cwd: string;
  /** Environment of the child; the caller passes an allow-list, never the whole of its own. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Time between the request to end and the end by force; default 2,000 ms. */
  readonly graceMs?: number;
  /** Gets what the command writes, in whole characters; `stop` ends a command that says too much. */
  onOutput(text: string, from: 'stdout' | 'stderr', stop: (reason: string) => void): void;
}

/** How a shell command came to its end. */
export type ShellEnd =
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'not-started'; readonly message: string }
  | { readonly kind: 'timed-out' | 'aborted' }
  | { readonly kind: 'stopped'; readonly reason: string };

/** What an ended command wrote arrives within this time, whoever else holds its pipes. */
const PIPE_GRACE_MS = 1_000;

/**
 * Runs a shell command in a process group of its own, to its end, its time limit or the abort.
 *
 * Nothing of the group is left running. All that the command wrote has been heard when this
 * resolves: a process may end before its pipes are read. Never rejects.
 */
export function runShell(command: string, run: ShellRun): Promise<ShellEnd> {
  if (run.signal.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: run.cwd,
      env: { ...run.env },
      shell: true,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let ending: ShellEnd | null = null;
    const end = (reason: ShellEnd): void => {
      ending ??= reason;
      signalGroup(child, 'SIGTERM');
      setTimeout(() => signalGroup(child, 'SIGKILL'), run.graceMs ?? 2_000).unref();
    };
    const timer = setTimeout(() => end({ kind: 'timed-out' }), run.timeoutMs);
    const onAbort = (): void => end({ kind: 'aborted' });
    run.signal.addEventListener('abort', onAbort, { once: true });
    for (const from of ['stdout', 'stderr'] as const) {
      child[from].setEncoding('utf8').on('data', (text: string) => {
        if (ending === null) run.onOutput(text, from, (reason) => end({ kind: 'stopped', reason }));
      });
    }
    // A program that does not read its input may close the pipe early; that is its right.
    child.stdin.on('error', () => {});
    child.stdin.end(run.stdin);
    const finish = (own: ShellEnd): void => {
      clearTimeout(timer);
      run.signal.removeEventListener('abort', onAbort);
      resolve(ending ?? own);
    };
    child.on('error', ({ message }) => finish({ kind: 'not-started', message }));
    child.on('exit', (code, signal) => {
      // Descendants that outlive the program would go on writing, and hold its pipes.
      signalGroup(child, 'SIGKILL');
      const own: ShellEnd = { kind: 'exited', code, signal };
      const patience = setTimeout(() => finish(own), PIPE_GRACE_MS);
      child.once('close', () => {
        clearTimeout(patience);
        finish(own);
      });
    });
  });
}

/** Signals a process that leads its group, and all that it started; one that is gone is no error. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
