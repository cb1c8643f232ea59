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
import { runShell, type ShellEnd } from '@magi/synthesis';
import type { EffectHandler } from '../composition/effect-runner.ts';

/** What the effect `validate` works with. */
export interface ValidationDesk {
  readonly repository: Repository;
  readonly commands: RunInput['validations'];
  readonly env: Readonly<Record<string, string>>;
}

type Command = RunInput['validations'][number];

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

/** Runs one validation command to its end or its time-out; rejects with the reason of an abort. */
export async function runValidation(
  { name, command, scope, timeoutMs }: Command,
  {
    folder,
    env,
    signal,
  }: { folder: string; env: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<ValidationOutcome> {
  const started = performance.now();
  let outputTail = '';
  const end = await runShell(command, {
    cwd: folder,
    env,
    timeoutMs,
    signal,
    onOutput(text) {
      outputTail = (outputTail + text).slice(-TAIL_CHARACTERS);
    },
  });
  signal.throwIfAborted();
  const durationMs = Math.round(performance.now() - started);
  return { name, command, scope, ...resultOf(end, timeoutMs), durationMs, outputTail };
}

function resultOf(end: ShellEnd, timeoutMs: number): Pick<ValidationOutcome, 'status' | 'result'> {
  switch (end.kind) {
    case 'not-started':
      return { status: 'unavailable', result: end.message };
    case 'timed-out':
      return { status: 'unavailable', result: `still running after ${timeoutMs} ms` };
    case 'stopped':
    case 'aborted':
      return { status: 'unavailable', result: 'called off' };
    case 'exited':
      return resultOfExit(end);
  }
}

function resultOfExit({
  code,
  signal,
}: Extract<ShellEnd, { kind: 'exited' }>): Pick<ValidationOutcome, 'status' | 'result'> {
  if (code === 0) return { status: 'passed', result: 'exit code 0' };
  // A shell says 126 and 127 for a command that it cannot run or find.
  if (code === 126 || code === 127)
    return { status: 'unavailable', result: `the command cannot be run (exit code ${code})` };
  return {
    status: 'failed',
    result: code === null ? `ended by ${signal}` : `exit code ${code}`,
  };
}
