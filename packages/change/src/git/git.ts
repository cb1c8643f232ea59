import { MagiError } from '@magi/contracts';
import { type GitExit, type GitProcessFailure, runGit } from './git-process.ts';

export interface GitCallOptions {
  readonly input?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (chunk: Buffer) => void;
  readonly env?: Readonly<Record<string, string>>;
}

/** Git bound to one place and one environment. */
export interface Git {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Any exit code; for commands whose failure is an answer. */
  run(args: readonly string[], options?: GitCallOptions): Promise<GitExit>;
  /** Standard output of a command that must succeed; anything else is a `MAGI_GIT_FAILED`. */
  bytes(args: readonly string[], options?: GitCallOptions): Promise<Buffer>;
  /** The same as UTF-8 text without its last line end. */
  text(args: readonly string[], options?: GitCallOptions): Promise<string>;
}

const defaultTimeoutMs = 120_000;

/** Binds git to a directory and an environment that is already hardened. */
export function gitAt(cwd: string, env: NodeJS.ProcessEnv): Git {
  async function run(args: readonly string[], options: GitCallOptions = {}): Promise<GitExit> {
    const result = await runGit({
      timeoutMs: defaultTimeoutMs,
      ...options,
      args,
      cwd,
      env: options.env ? { ...env, ...options.env } : env,
    });
    if (result.ok) return result.value;
    throw processError(result.error);
  }

  async function bytes(args: readonly string[], options?: GitCallOptions): Promise<Buffer> {
    const exit = await run(args, options);
    if (exit.code === 0) return exit.stdout;
    throw new MagiError(
      'MAGI_GIT_FAILED',
      `git ${args[0]} failed in ${cwd} (exit ${exit.code}): ${firstLine(exit.stderr)}`,
      { exitCode: 5 },
    );
  }

  async function text(args: readonly string[], options?: GitCallOptions): Promise<string> {
    return (await bytes(args, options)).toString('utf8').replace(/\n$/, '');
  }

  return { cwd, env, run, bytes, text };
}

/** What git says on standard error in one line: the first that is an error, without its prefix. */
export function firstLine(stderr: string): string {
  const lines = stderr.split('\n');
  const found = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines[0] ?? '';
  return found.replace(/^(fatal|error): /, '');
}

function processError(failure: GitProcessFailure): MagiError {
  switch (failure.kind) {
    case 'no-git':
      return new MagiError('MAGI_NO_GIT', failure.message, {
        hint: 'Install git 2.31 or newer and make sure that it is on PATH.',
        exitCode: 2,
      });
    case 'timed-out':
      return new MagiError('MAGI_GIT_TIMED_OUT', failure.message, { exitCode: 5 });
    case 'aborted':
      return new MagiError('MAGI_CANCELLED', failure.message, { exitCode: 130 });
    case 'output-not-understood':
      return new MagiError('MAGI_GIT_OUTPUT', failure.message, { exitCode: 5 });
  }
}
