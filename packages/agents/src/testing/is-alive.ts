import { readFileSync } from 'node:fs';

/** Whether a process runs; a killed one stays in the table as a zombie until somebody reaps it. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
