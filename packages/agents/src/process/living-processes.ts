import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Name of the environment variable that marks every process of one call, its descendants included. */
export const processMark = 'MAGI_PROC';

/**
 * Process ids that belong to one call and are alive (zombies do not count).
 *
 * Rule: on Linux every process whose environment carries the mark, which also finds descendants
 * that left the process group; elsewhere the descendants of `root` by parent id.
 */
export function livingProcesses(mark: string, root: number): readonly number[] {
  return process.platform === 'linux' ? markedProcesses(mark) : descendantsOf(root);
}

function markedProcesses(mark: string): readonly number[] {
  const needle = `${processMark}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => carriesMark(pid, needle) && !isZombie(pid))
    .map(Number);
}

function carriesMark(pid: string, needle: string): boolean {
  return readOrEmpty(`/proc/${pid}/environ`).includes(needle);
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
