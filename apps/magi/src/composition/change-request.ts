import { relative, resolve } from 'node:path';
import { type ChangeRequest, MagiError } from '@magi/contracts';

/** The part of a command line that says what is to be reviewed. */
export interface RequestFlags {
  readonly commit?: string;
  readonly base?: string;
  readonly head?: string;
  readonly staged?: true;
  readonly files: readonly string[];
}

/**
 * Makes one request of the flags; two ways of saying what to review are an error, never a guess.
 *
 * @param places top of the repository and the folder that file names count from
 * @throws `MAGI_USAGE`, exit 2
 */
export function changeRequest(
  flags: RequestFlags,
  places: { readonly root: string; readonly cwd: string },
): ChangeRequest {
  const ways = [
    ...(flags.commit === undefined ? [] : ['--commit']),
    ...(flags.head === undefined ? [] : ['--head']),
    ...(flags.staged === undefined ? [] : ['--staged']),
    ...(flags.files.length === 0 ? [] : ['files']),
  ];
  const [way, other] = ways;
  if (way !== undefined && other !== undefined)
    throw usage(`${way} and ${other} exclude each other.`);
  if (flags.base !== undefined && (way === '--commit' || way === '--staged')) {
    throw usage(`--base and ${way} exclude each other.`);
  }
  const base = flags.base === undefined ? {} : { base: flags.base };
  if (flags.commit !== undefined) return { mode: 'commit', rev: flags.commit };
  if (flags.head !== undefined) {
    if (flags.base === undefined) throw usage('--head needs --base, the revision to compare with.');
    return { mode: 'range', base: flags.base, head: flags.head };
  }
  if (flags.staged) return { mode: 'staged' };
  if (flags.files.length === 0) return { mode: 'worktree', ...base };
  const paths = flags.files.map((file) => relative(places.root, resolve(places.cwd, file)) || '.');
  return { mode: 'files', paths, ...base };
}

/** True where the reviewed side is a commit, which somebody else may have written. */
export function reviewsCommit(request: ChangeRequest): boolean {
  return request.mode === 'commit' || request.mode === 'range';
}

function usage(message: string): MagiError {
  return new MagiError('MAGI_USAGE', message, {
    hint: 'Say what to review in one way: see magi review --help.',
    exitCode: 2,
  });
}
