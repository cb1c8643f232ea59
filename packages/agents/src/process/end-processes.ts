import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;
const KILL_TRIES = 40;

/**
 * Asks processes to end, and ends by force what is left after `graceMs`.
 *
 * @param living the processes that are still alive; asked again until there are none
 * @param group a process group to signal as a whole besides
 */
export async function endProcesses(
  living: () => readonly number[],
  { group, graceMs }: { readonly group?: number; readonly graceMs: number },
): Promise<void> {
  const send = (signal: NodeJS.Signals): void => {
    const whole = group !== undefined && group > 0 ? [-group] : [];
    for (const target of [...whole, ...living()]) signalProcess(target, signal);
  };
  send('SIGTERM');
  const deadline = performance.now() + graceMs;
  while (performance.now() < deadline && living().length > 0) await sleep(POLL_MS);
  send('SIGKILL');
  for (let tries = 0; tries < KILL_TRIES && living().length > 0; tries += 1) {
    send('SIGKILL');
    await sleep(POLL_MS);
  }
}

function signalProcess(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // It ended by itself in between.
  }
}
