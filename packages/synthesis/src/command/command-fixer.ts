import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FixContext, FixInput, FixReport, Synthesizer } from '@magi/contracts';
import { failed } from '../report-parts.ts';
import { readReport } from './fix-report.ts';
import { signalGroup } from './signal-group.ts';
import { orderFor } from './work-order.ts';

/** How a command fixer is run. */
export interface CommandFixerOptions {
  /** A shell command line, run with the attempt worktree as its working directory. */
  readonly command: string;
  readonly timeoutMs: number;
  /** Environment of the child; the caller passes an allow-list, never the whole of its own. */
  readonly env: Readonly<Record<string, string>>;
}

const KILL_GRACE_MS = 2_000;
const OUTPUT_LIMIT = 1_000_000;

/**
 * Any program as a fixer.
 *
 * It gets the work order (constraints, findings, resolutions) as JSON on stdin and in the file named
 * by `MAGI_WORK_ORDER`, and changes files below its working directory. Exit code 0 means that it
 * did what it could; anything else is a failed attempt. If the last line of stdout is a JSON object
 * it may carry `outcome`, `dispositions` and `conflicts` (see `fix-report.ts`). A program that runs
 * over its time is ended together with its process group and the attempt counts as failed.
 */
export function commandFixer(options: CommandFixerOptions): Synthesizer {
  return {
    id: `command:${options.command}`,
    fix: (input, context) => runFixer(options, input, context),
  };
}

async function runFixer(
  options: CommandFixerOptions,
  input: FixInput,
  context: FixContext,
): Promise<FixReport> {
  const folder = await mkdtemp(join(tmpdir(), 'magi-order-'));
  try {
    const order = JSON.stringify(orderFor(input), null, 2);
    const file = join(folder, 'work-order.json');
    await writeFile(file, order, { mode: 0o600 });
    const env = { ...options.env, MAGI_WORK_ORDER: file };
    const run = await runCommand({ ...options, env }, order, context);
    if (run.kind !== 'exited') return failed(run.message);
    if (run.code !== 0) return failed(`the fixer exited with code ${run.code}: ${run.tail}`);
    return readReport(run.stdout, input);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type CommandRun =
  | {
      readonly kind: 'exited';
      readonly code: number;
      readonly stdout: string;
      readonly tail: string;
    }
  | { readonly kind: 'timed-out' | 'aborted' | 'not-started'; readonly message: string };

function runCommand(
  options: CommandFixerOptions,
  stdin: string,
  context: FixContext,
): Promise<CommandRun> {
  return new Promise((resolve) => {
    const child = spawn(options.command, {
      cwd: context.worktree,
      env: { ...options.env },
      shell: true,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let ended: CommandRun | null = null;
    const end = (result: CommandRun): void => {
      ended ??= result;
      signalGroup(child.pid, 'SIGTERM');
      setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_GRACE_MS).unref();
    };
    const timer = setTimeout(
      () =>
        end({
          kind: 'timed-out',
          message: `the fixer ran longer than ${options.timeoutMs} ms and was ended`,
        }),
      options.timeoutMs,
    );
    const onAbort = (): void => end({ kind: 'aborted', message: 'the attempt was called off' });
    context.signal.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      if (stdout.length < OUTPUT_LIMIT) stdout += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-4_000);
    });
    // A program that does not read its order may close the pipe early; that is its right.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    const finish = (result: CommandRun): void => {
      clearTimeout(timer);
      context.signal.removeEventListener('abort', onAbort);
      resolve(ended ?? result);
    };
    child.on('error', (error) => finish({ kind: 'not-started', message: error.message }));
    child.on('exit', (code, signal) => {
      // Descendants that outlive the program would go on writing into the worktree.
      signalGroup(child.pid, 'SIGKILL');
      const tail = (stderr || stdout).trim().split('\n').slice(-3).join(' | ').slice(-400);
      finish(
        code === null
          ? { kind: 'aborted', message: `the fixer was ended by ${signal}` }
          : { kind: 'exited', code, stdout, tail },
      );
    });
  });
}
