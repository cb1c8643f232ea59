import { execFileSync } from 'node:child_process';

/** @typedef {{ path: string, oldPath?: string, status: string, hunks: Hunk[], before: string[], after: string[] }} FileChange */
/** @typedef {{ oldStart: number, oldLines: number, newStart: number, newLines: number }} Hunk */

const maxFiles = 40;
const maxLines = 3000;
const sources = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|c|cc|cpp|h|cs|php|swift|kt|md)$/u;

/**
 * The newest commits of a repository that change text files, oldest parent first, merges left out.
 *
 * @param {string} repository work tree or git directory
 * @param {number} wanted
 * @returns {{ commit: string, files: FileChange[] }[]}
 */
export function commitsOf(repository, wanted) {
  const git = gitIn(repository);
  const ids = git('log', '--no-merges', '--min-parents=1', '--format=%H', '-n', String(wanted * 4));
  /** @type {{ commit: string, files: FileChange[] }[]} */
  const commits = [];
  for (const commit of ids.split('\n').filter(Boolean)) {
    if (commits.length >= wanted) break;
    const files = changesOf(git, commit);
    if (files.length > 0 && files.length <= maxFiles) commits.push({ commit, files });
  }
  return commits;
}

/**
 * Text files of the newest commit, as lines.
 * @param {string} repository
 * @param {number} wanted
 * @returns {{ path: string, lines: string[] }[]}
 */
export function filesOf(repository, wanted) {
  const git = gitIn(repository);
  const paths = git('ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0');
  const files = paths.filter((path) => sources.test(path)).sort();
  const step = Math.max(1, Math.floor(files.length / (wanted * 3)));
  return files
    .filter((_, index) => index % step === 0)
    .map((path) => ({ path, lines: git('show', `HEAD:${path}`).split('\n') }))
    .filter(({ lines }) => lines.length >= 40 && lines.length <= maxLines)
    .slice(0, wanted);
}

/**
 * @param {ReturnType<typeof gitIn>} git
 * @param {string} commit
 * @returns {FileChange[]}
 */
function changesOf(git, commit) {
  const records = git('diff', '-M', '--name-status', '-z', `${commit}^`, commit).split('\0');
  if (records.length > 3 * maxFiles) return [];
  /** @type {FileChange[]} */
  const files = [];
  for (let at = 0; at + 1 < records.length; ) {
    const [status = '', first = '', second = ''] = records.slice(at, at + 3);
    const isRename = status.startsWith('R');
    at += isRename ? 3 : 2;
    const path = isRename ? second : first;
    if (!(isRename || status === 'M') || !sources.test(path)) continue;
    const before = git('show', `${commit}^:${first}`).split('\n');
    const after = git('show', `${commit}:${path}`).split('\n');
    if (Math.max(before.length, after.length) > maxLines) continue;
    const hunks = hunksOf(git('diff', '-M', '-U0', `${commit}^`, commit, '--', first, path));
    files.push({
      path,
      status: isRename ? 'renamed' : 'modified',
      ...(isRename && { oldPath: first }),
      hunks,
      before,
      after,
    });
  }
  return files;
}

/**
 * @param {string} patch
 * @returns {Hunk[]}
 */
function hunksOf(patch) {
  return [...patch.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gmu)].map(
    ([, oldStart, oldLines = '1', newStart, newLines = '1']) => ({
      oldStart: Number(oldStart),
      oldLines: Number(oldLines),
      newStart: Number(newStart),
      newLines: Number(newLines),
    }),
  );
}

/** @param {string} repository */
function gitIn(repository) {
  const config = [
    '-c',
    'core.quotepath=false',
    '-c',
    'diff.noprefix=false',
    '-c',
    'color.ui=never',
  ];
  return (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', repository, ...config, ...args], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
}
