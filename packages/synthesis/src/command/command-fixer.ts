import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FixContext, FixInput, FixReport, Synthesizer } from '@magi/contracts';
import { failed } from '../report-parts.ts';
import { readReport } from './fix-report.ts';
import { runShell, type ShellEnd } from './run-shell.ts';
import { orderFor } from './work-order.ts';

/** How a command fixer is run. */
export interface CommandFixerOptions {
  /** A shell command line, run with the attempt worktree as its working directory. */
  readonly command: string;
  readonly timeoutMs: number;
  /** Environment of the child; the caller passes an allow-list, never the whole of its own. */
  readonly env: Readonly<Record<string, string>>;
}

const OUTPUT_LIMIT = 1_000_000;
const STDERR_LIMIT = 4_000;

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
    let stdout = '';
    let stderr = '';
    const end = await runShell(options.command, {
      cwd: context.worktree,
      env: { ...options.env, MAGI_WORK_ORDER: file },
      stdin: order,
      timeoutMs: options.timeoutMs,
      signal: context.signal,
      onOutput(text, from) {
        if (from === 'stderr') stderr = (stderr + text).slice(-STDERR_LIMIT);
        else stdout = (stdout + text).slice(-OUTPUT_LIMIT);
      },
    });
    const problem = problemOf(end, options, stderr || stdout);
    return problem === null ? readReport(stdout, input) : failed(problem);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function problemOf(end: ShellEnd, { timeoutMs }: CommandFixerOptions, said: string): string | null {
  switch (end.kind) {
    case 'not-started':
      return end.message;
    case 'timed-out':
      return `the fixer ran longer than ${timeoutMs} ms and was ended`;
    case 'stopped':
    case 'aborted':
      return 'the attempt was called off';
    case 'exited': {
      if (end.code === 0) return null;
      if (end.code === null) return `the fixer was ended by ${end.signal}`;
      const tail = said.trim().split('\n').slice(-3).join(' | ').slice(-400);
      return `the fixer exited with code ${end.code}: ${tail}`;
    }
  }
}
