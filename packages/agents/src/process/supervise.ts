import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endProcesses } from './end-processes.ts';
import { livingProcesses, processMark } from './living-processes.ts';

/** Why a process was stopped by us; an exit code alone cannot be trusted to say it. */
export type StopReason = 'timeout' | 'idle' | 'cancelled' | 'output-limit' | 'closed';

export interface SuperviseOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Time between TERM and KILL. */
  readonly graceMs?: number;
  readonly signal: AbortSignal;
}

export interface ProcessEnd {
  readonly spawnError?: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stopped: StopReason | null;
  readonly durationMs: number;
  /** Descendants that outlived the program and were ended by us. */
  readonly reaped: readonly number[];
  /** Processes of the call that are alive in spite of KILL; empty unless the kernel refuses. */
  readonly alive: readonly number[];
}

/** A running program with everything it starts. */
export interface SupervisedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Says that the program still makes progress. */
  touch(): void;
  stop(reason: StopReason): Promise<void>;
  readonly end: Promise<ProcessEnd>;
}

/**
 * Starts a program so that nothing it starts can outlive the call.
 *
 * The program gets a process group of its own and a mark in its environment. A stop sends TERM to
 * the group and to every marked process, waits `graceMs`, then sends KILL to both; what is left
 * after a normal exit is ended the same way. `end` never waits for a pipe that a descendant holds.
 */
export function startSupervised(
  command: readonly string[],
  options: SuperviseOptions,
): SupervisedProcess {
  const startedAt = performance.now();
  const mark = randomUUID();
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...options.env, [processMark]: mark },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const root = child.pid ?? -1;
  let stopped: StopReason | null = null;
  let stopping = Promise.resolve();
  let ended = false;

  const stop = (reason: StopReason): Promise<void> => {
    if (stopped === null && !ended) {
      stopped = reason;
      stopping = endAll(root, mark, options.graceMs ?? 1000);
    }
    return stopping;
  };
  const wall = setTimeout(() => void stop('timeout'), options.timeoutMs);
  const idle = setTimeout(() => void stop('idle'), options.idleTimeoutMs);
  const cancel = () => void stop('cancelled');
  options.signal.addEventListener('abort', cancel, { once: true });
  if (options.signal.aborted) cancel();
  child.stdin.on('error', () => undefined);

  const end = exitOf(child).then(async (exit) => {
    ended = true;
    clearTimeout(wall);
    clearTimeout(idle);
    options.signal.removeEventListener('abort', cancel);
    await stopping;
    const reaped = exit.spawnError ? [] : livingProcesses(mark, root);
    if (reaped.length > 0) await endAll(root, mark, options.graceMs ?? 1000);
    child.stdout.destroy();
    child.stderr.destroy();
    const alive = exit.spawnError ? [] : livingProcesses(mark, root);
    return { ...exit, stopped, reaped, alive, durationMs: performance.now() - startedAt };
  });
  // Refreshing a cleared timer would arm it again.
  const touch = () => {
    if (!ended) idle.refresh();
  };
  return { child, touch, stop, end };
}

type Exit = Pick<ProcessEnd, 'code' | 'signal'> & { readonly spawnError?: string };

const drainMs = 500;

function exitOf(child: ChildProcessWithoutNullStreams): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      // An error after the start (a failed kill) is no failed start.
      if (child.pid === undefined)
        resolve({ code: null, signal: null, spawnError: error.code ?? error.message });
    });
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('exit', (code, signal) => {
      setTimeout(() => resolve({ code, signal }), drainMs).unref();
    });
  });
}

function endAll(root: number, mark: string, graceMs: number): Promise<void> {
  return endProcesses(() => livingProcesses(mark, root), { group: root, graceMs });
}
