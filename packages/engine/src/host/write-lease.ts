import { type Clock, type EventLog, type Lease, MagiError } from '@magi/contracts';

const TTL_MS = 15_000;
const RENEW_EVERY_MS = 5_000;

export interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** The right to write one run, kept alive while it is held. */
export interface WriteLease {
  readonly lease: Lease;
  release(): Promise<void>;
}

/**
 * Takes the right to write a run; of a dead owner it is taken over.
 *
 * @param lost called when another process took the run over
 * @throws `MAGI_RUN_BUSY`, saying who holds it
 * @see DESIGN.md E7
 */
export async function takeLease(
  log: EventLog,
  run: string,
  owner: Owner,
  watch: { readonly clock: Clock; readonly lost: (error: MagiError) => void },
): Promise<WriteLease> {
  const name = `${owner.pid}@${owner.host}`;
  const lease = await log.acquire(run, name, TTL_MS);
  if (!lease) throw await busy(log, run);
  let timer: unknown;

  async function renew(): Promise<void> {
    const isOurs = await log.renew(lease as Lease, TTL_MS).catch(() => true);
    if (isOurs) return arm();
    watch.lost(fenced(run));
  }
  function arm(): void {
    timer = watch.clock.setTimeout(() => void renew(), RENEW_EVERY_MS);
    // A process that has nothing else to do must not be kept alive by its lease.
    (timer as { unref?: () => void } | undefined)?.unref?.();
  }

  arm();
  return {
    lease,
    async release() {
      watch.clock.clearTimeout(timer);
      await log.release(lease);
    },
  };
}

async function busy(log: EventLog, run: string): Promise<MagiError> {
  const holder = await log.holder(run);
  const who = holder ? `process ${holder.owner}` : 'another process';
  return new MagiError('MAGI_RUN_BUSY', `Run ${run} is being written by ${who}.`, {
    exitCode: 5,
    hint: 'Wait for it, or stop it: a dead owner is taken over at once.',
  });
}

function fenced(run: string): MagiError {
  return new MagiError('MAGI_LOG_FENCED', `Run ${run} was taken over by another process.`, {
    exitCode: 5,
  });
}
