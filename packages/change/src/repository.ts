import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail, MagiError, ok, type Result } from '@magi/contracts';
import { firstLine, type Git, gitAt } from './git/git.ts';
import type { GitExit } from './git/git-process.ts';
import { hardenedConfig, hardenedEnvironment } from './git/hardened-environment.ts';

/** A git repository with a working tree. All paths are absolute and free of symbolic links. */
export interface Repository {
  /** Top of the working tree. */
  readonly root: string;
  readonly gitDir: string;
  /** Shared by all working trees of the repository; where magi keeps its state. */
  readonly commonDir: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** True when history is cut off: merge bases may be missing. */
  readonly shallow: boolean;
}

export interface RepositoryFailure {
  readonly kind:
    | 'not-a-repository'
    | 'no-git'
    | 'git-too-old'
    | 'bare'
    | 'not-owned'
    | 'foreign-worktree'
    | 'unreadable';
  readonly message: string;
  readonly hint: string;
}

const oldestGit = [2, 31] as const;

/**
 * Finds the repository that a directory belongs to.
 *
 * A repository whose configuration points its working tree somewhere else (`core.worktree`) is
 * refused: it could make any folder of the machine part of a review.
 */
export async function openRepository(cwd: string): Promise<Result<Repository, RepositoryFailure>> {
  const isDirectory = await stat(cwd).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isDirectory) return unreadable(`${cwd} is not a directory`);
  const git = gitAt(cwd, hardenedEnvironment(process.env, hardenedConfig));

  const told = await askGit(git);
  if (!told.ok) return told;
  const { top, gitDir, commonDir, format, shallow } = told.value;
  const repository: Repository = {
    root: await realpath(top),
    gitDir: await realpath(gitDir),
    commonDir: await realpath(commonDir),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    shallow: shallow === 'true',
  };
  return (await isAtHome(repository)) ? ok(repository) : fail(foreignWorktree(repository));
}

const questions = {
  top: '--show-toplevel',
  gitDir: '--git-dir',
  commonDir: '--git-common-dir',
  format: '--show-object-format',
  shallow: '--is-shallow-repository',
} as const;
type Told = Readonly<Record<keyof typeof questions, string>>;

/** Asks everything at once; one by one where a path has a line end in it. */
async function askGit(git: Git): Promise<Result<Told, RepositoryFailure>> {
  const names = Object.keys(questions) as (keyof typeof questions)[];
  const ask = (some: readonly (keyof typeof questions)[]) =>
    git.run(['rev-parse', '--path-format=absolute', ...some.map((name) => questions[name])]);
  const whole = await ask(names).catch((error: MagiError) => error);
  if (whole instanceof MagiError) {
    return fail({ kind: 'no-git', message: whole.message, hint: 'Install git 2.31+.' });
  }
  const lines = line(whole).split('\n');
  const isClear = whole.code === 0 && lines.length === names.length;
  // An old git repeats a flag that it does not know instead of refusing it.
  const problem = isClear ? null : await problemOf(git, whole);
  if (problem !== null) return fail(problem);
  const answers = isClear ? lines : (await Promise.all(names.map((name) => ask([name])))).map(line);
  return ok(Object.fromEntries(names.map((name, at) => [name, answers[at] ?? ''])) as Told);
}

async function problemOf(git: Git, exit: GitExit): Promise<RepositoryFailure | null> {
  const version = await git.run(['version']);
  const tooOld = versionProblem(version.stdout.toString('utf8'));
  if (tooOld) return tooOld;
  return exit.code === 0 ? null : explained(git.cwd, exit.stderr);
}

/** Id of the tree without entries, which git knows even where it was never written. */
export function emptyTree(repository: Repository): string {
  return repository.objectFormat === 'sha1'
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}

/** Whether the `.git` entry at the top of the working tree leads to the repository itself. */
async function isAtHome({ root, gitDir }: Repository): Promise<boolean> {
  const entry = join(root, '.git');
  const nowhere = () => null;
  const isFolder = await stat(entry).then((found) => found.isDirectory(), nowhere);
  const text = isFolder === false ? await readFile(entry, 'utf8').catch(nowhere) : null;
  const [, named] = /^gitdir: ([^\0]+?)\n*$/.exec(text ?? '') ?? [];
  const place = isFolder ? entry : named && resolve(root, named);
  return place ? (await realpath(place).catch(nowhere)) === gitDir : false;
}

function line(exit: GitExit): string {
  return exit.stdout.toString('utf8').replace(/\n$/, '');
}

function versionProblem(output: string): RepositoryFailure | undefined {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(output) ?? [];
  const [oldMajor, oldMinor] = oldestGit;
  const enough =
    Number(major) > oldMajor || (Number(major) === oldMajor && Number(minor) >= oldMinor);
  if (enough) return undefined;
  return {
    kind: 'git-too-old',
    message: `${output.trim()} is too old`,
    hint: `Install git ${oldestGit.join('.')} or newer.`,
  };
}

function explained(cwd: string, stderr: string): RepositoryFailure {
  if (stderr.includes('dubious ownership')) {
    return {
      kind: 'not-owned',
      message: `the repository at ${cwd} belongs to another user, and git refuses to read it`,
      hint: `If you trust it: git config --global --add safe.directory '${cwd}'`,
    };
  }
  if (/bare repository|must be run in a work tree/.test(stderr)) {
    return {
      kind: 'bare',
      message: `${cwd} is a bare repository or the inside of a .git folder: it has no working tree`,
      hint: 'Run magi in a clone or in a working tree (git worktree add).',
    };
  }
  if (/not a git repository/i.test(stderr)) {
    return {
      kind: 'not-a-repository',
      message: `${cwd} is not inside a git repository`,
      hint: 'Change to a repository, or make one with git init.',
    };
  }
  return {
    kind: 'unreadable',
    message: `the repository at ${cwd} cannot be read: ${firstLine(stderr)}`,
    hint: 'See what git status says there.',
  };
}

function foreignWorktree(repository: Repository): RepositoryFailure {
  return {
    kind: 'foreign-worktree',
    message: `the configuration of ${repository.gitDir} claims ${repository.root} as its working tree, but that folder does not belong to it`,
    hint: 'Remove core.worktree from the configuration of the repository.',
  };
}

function unreadable(message: string) {
  return fail<RepositoryFailure>({
    kind: 'unreadable',
    message,
    hint: 'Give a directory that exists and can be read.',
  });
}
