import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** A process that is still told apart from another one which got its number later. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** When the process started, in the words of its system; empty where that is not known. */
  readonly started: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, host: hostname(), started: (await startOf(process.pid)) ?? '' };
}

/** Whether a process still runs. One on another host cannot be asked and counts as running. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  if (identity.host !== hostname()) return true;
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    // Not allowed to signal it: it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const started = await startOf(identity.pid);
  if (started === null) return false;
  return identity.started === '' || started === '' || started === identity.started;
}

/** Start time of a process; null when it has ended, empty when the system does not say. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat !== undefined) {
    // The name in parentheses may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return fields[0] === 'Z' ? null : `${boot.trim()} ${fields[19]}`;
  }
  if (process.platform === 'win32') return '';
  const asked = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return asked?.stdout.trim() ?? '';
}
