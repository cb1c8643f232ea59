import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const PS_LIMIT_BYTES = 64 * 1024 * 1024;

/** Name of the environment variable that marks every process of one call, its descendants included. */
export const processMark = 'MAGI_PROC';

/** Name of the environment variable that marks every process of one run, in all its lives. */
export const runMark = 'MAGI_RUN';

/**
 * Process ids that belong to one call and are alive (zombies do not count).
 *
 * Rule: on Linux every process whose environment carries the mark, which also finds descendants
 * that left the process group; elsewhere the descendants of `root` by parent id.
 */
export function livingProcesses(mark: string, root: number): readonly number[] {
  return process.platform === 'linux' ? markedProcesses(processMark, mark) : descendantsOf(root);
}

/**
 * Process ids that carry `name=value` in their environment and are alive, other than our own.
 *
 * Read from `/proc` where that exists, from `ps` elsewhere; nothing is known on Windows.
 */
export function markedProcesses(name: string, value: string): readonly number[] {
  const needle = `${name}=${value}`;
  if (process.platform === 'linux') return markedInProc(needle);
  return process.platform === 'win32' ? [] : markedByPs(needle);
}

function markedInProc(needle: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => carriesMark(pid, needle) && !isZombie(pid))
    .map(Number);
}

function carriesMark(pid: string, needle: string): boolean {
  return readOrEmpty(`/proc/${pid}/environ`).split('\0').includes(needle);
}

function isZombie(pid: string): boolean {
  return /\) [ZX] /.test(readOrEmpty(`/proc/${pid}/stat`));
}

// A process may end between listing and reading.
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The environment stands behind the command line there. */
export function markedByPs(needle: string): readonly number[] {
  return execFileSync('ps', ['axeww', '-o', 'pid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: PS_LIMIT_BYTES,
  })
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([pid, stat, ...rest]) =>
        Number(pid) !== process.pid && !stat?.startsWith('Z') && rest.includes(needle),
    )
    .map(([pid]) => Number(pid));
}

function descendantsOf(root: number): readonly number[] {
  if (process.platform === 'win32') return [];
  const rows = execFileSync('ps', ['-axo', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter((row) => row.length === 3 && !row[2]?.startsWith('Z'));
  const found = new Set<number>([root]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [pid, parent] of rows) if (found.has(Number(parent))) found.add(Number(pid));
  }
  return rows.map(([pid]) => Number(pid)).filter((pid) => found.has(pid));
}
