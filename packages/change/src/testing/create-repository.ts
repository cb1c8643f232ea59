import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files by path; null deletes. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

/** A real git repository in a temporary folder. All calls are synchronous. */
export interface DisposableRepository {
  readonly dir: string;
  /** Writes or deletes files of the working tree; folders are made as needed. */
  write(files: Files): void;
  /** Writes the files, stages everything and commits; returns the commit id. */
  commit(message: string, files?: Files): string;
  /** Runs git in the repository; returns standard output without its last line end, throws on failure. */
  git(...args: readonly string[]): string;
  remove(): void;
}

export interface RepositoryOptions {
  /** Content of a first commit; without it the repository has no commits. */
  readonly files?: Files;
  readonly branch?: string;
  readonly bare?: boolean;
  readonly objectFormat?: 'sha1' | 'sha256';
  /** Folder to use instead of a fresh temporary one; it is made when missing. */
  readonly dir?: string;
}

/**
 * Makes a disposable repository whose commit ids depend on its content alone: no configuration of
 * the machine is read, names are fixed and the clock moves one second per commit.
 */
export function createRepository(options: RepositoryOptions = {}): DisposableRepository {
  const dir = options.dir ?? mkdtempSync(join(realpathSync(tmpdir()), 'magi-repository-'));
  mkdirSync(dir, { recursive: true });
  let seconds = 1_700_000_000;

  function git(...args: readonly string[]): string {
    const output = execFileSync('git', args, {
      cwd: dir,
      encoding: 'utf8',
      env: cleanEnvironment(seconds),
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return output.replace(/\n$/, '');
  }

  function write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      const target = join(dir, path);
      if (content === null) {
        rmSync(target, { recursive: true });
        continue;
      }
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  }

  function commit(message: string, files: Files = {}): string {
    write(files);
    seconds += 1;
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', message);
    return git('rev-parse', 'HEAD');
  }

  const kind = options.bare ? ['--bare'] : [];
  const format = options.objectFormat ? [`--object-format=${options.objectFormat}`] : [];
  git(
    'init',
    '--quiet',
    '--template=',
    `--initial-branch=${options.branch ?? 'main'}`,
    ...kind,
    ...format,
  );
  if (options.files) commit('first', options.files);
  return {
    dir,
    write,
    commit,
    git,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function cleanEnvironment(seconds: number): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
    GIT_AUTHOR_DATE: `${seconds} +0000`,
    GIT_COMMITTER_DATE: `${seconds} +0000`,
    LC_ALL: 'C',
  };
}
