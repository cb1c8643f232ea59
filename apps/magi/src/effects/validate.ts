import { spawn } from 'node:child_process';
import { lstat, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptState, type Repository } from '@magi/change';
import {
  type Json,
  type RunInput,
  ValidateInput,
  type ValidateOutput,
  type ValidationOutcome,
} from '@magi/contracts';
import { signalGroup } from '@magi/synthesis';
import type { EffectHandler } from '../composition/effect-runner.ts';

/** What the effect `validate` works with. */
export interface ValidationDesk {
  readonly repository: Repository;
  readonly commands: RunInput['validations'];
  readonly env: Readonly<Record<string, string>>;
}

type Command = RunInput['validations'][number];

const KILL_GRACE_MS = 2_000;
const TAIL_CHARACTERS = 4_000;

/**
 * The effect `validate`: runs the project's own commands on the candidate or on an attempt.
 *
 * Focused commands come first; after one that did not pass the rest is not run. Exit code 0 passes;
 * a command that cannot be started or runs over its time is `unavailable`, which never counts as
 * passed. Each command has a process group of its own and leaves nothing running.
 */
export function validateEffect(desk: ValidationDesk): EffectHandler {
  return {
    async run(request, { signal, progress }) {
      const input = ValidateInput.parse(request.input);
      const folder = await folderOf(desk, request.run, input);
      const release =
        folder === desk.repository.root
          ? async () => {}
          : await lendModules(desk.repository, folder);
      try {
        return (await validate(desk, folder, input, { signal, progress })) as Json;
      } finally {
        await release();
      }
    },
  };
}

async function validate(
  { commands, env }: ValidationDesk,
  folder: string,
  { scopes }: ValidateInput,
  { signal, progress }: { signal: AbortSignal; progress: (message: string) => void },
): Promise<ValidateOutput> {
  const validations: ValidationOutcome[] = [];
  const wanted = (['focused', 'full'] as const).filter((scope) => scopes.includes(scope));
  for (const command of wanted.flatMap((scope) => commands.filter((it) => it.scope === scope))) {
    progress(`${command.name}: ${command.command}`);
    const outcome = await runValidation(command, { folder, env, signal });
    validations.push(outcome);
    if (outcome.status !== 'passed') break;
  }
  return { validations };
}

async function folderOf(
  { repository }: ValidationDesk,
  run: string,
  { attempt }: ValidateInput,
): Promise<string> {
  if (attempt === undefined) return repository.root;
  const { folder } = await attemptState(repository, { run, number: attempt });
  return folder ?? repository.root;
}

/** Attempt worktrees have no installed dependencies: they borrow those of the checkout meanwhile. */
async function lendModules(repository: Repository, folder: string): Promise<() => Promise<void>> {
  const own = join(folder, 'node_modules');
  const lent = join(repository.root, 'node_modules');
  const isThere = await lstat(own).then(
    () => true,
    () => false,
  );
  const canLend = await lstat(lent).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
  if (isThere || !canLend) return async () => {};
  await symlink(lent, own, 'dir');
  return async () => {
    const target = await readlink(own).catch(() => null);
    if (target === lent) await rm(own);
  };
}

/** Runs one validation command to its end, its time-out, or the run's abort. */
export function runValidation(
  { name, command, scope, timeoutMs }: Command,
  {
    folder,
    env,
    signal,
  }: { folder: string; env: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<ValidationOutcome> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      cwd: folder,
      env: { ...env },
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let tail = '';
    let verdict: Pick<ValidationOutcome, 'status' | 'result'> | null = null;
    const keep = (chunk: Buffer): void => {
      tail = (tail + chunk.toString('utf8')).slice(-TAIL_CHARACTERS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (status: ValidationOutcome['status'], result: string): void => {
      verdict ??= { status, result };
      signalGroup(child.pid, 'SIGTERM');
      setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_GRACE_MS).unref();
    };
    const timer = setTimeout(
      () => end('unavailable', `still running after ${timeoutMs} ms`),
      timeoutMs,
    );
    const onAbort = (): void => end('unavailable', 'called off');
    signal.addEventListener('abort', onAbort, { once: true });
    const finish = (own: Pick<ValidationOutcome, 'status' | 'result'>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const durationMs = Math.round(performance.now() - started);
      resolve({ name, command, scope, ...(verdict ?? own), durationMs, outputTail: tail });
    };
    child.on('error', (error) => finish({ status: 'unavailable', result: error.message }));
    child.on('exit', (code, signalName) => {
      signalGroup(child.pid, 'SIGKILL');
      finish(resultOf(code, signalName));
    });
  });
}

function resultOf(
  code: number | null,
  signalName: NodeJS.Signals | null,
): Pick<ValidationOutcome, 'status' | 'result'> {
  if (code === 0) return { status: 'passed', result: 'exit code 0' };
  // A shell says 126 and 127 for a command that it cannot run or find.
  if (code === 126 || code === 127)
    return { status: 'unavailable', result: `the command cannot be run (exit code ${code})` };
  return {
    status: 'failed',
    result: code === null ? `ended by ${signalName}` : `exit code ${code}`,
  };
}
