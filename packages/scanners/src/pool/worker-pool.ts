import { MagiError, type Review, type ScanContext, type ScanInput } from '@magi/contracts';
import type { ScannerPool } from './scanner-pool.ts';
import { type Job, startSlot, type WorkerFile, type WorkerSlot } from './worker-slot.ts';

/** How long a worker may take to notice a cancellation before it counts as hung. */
const graceMs = 1_000;

/**
 * Scans on worker threads.
 *
 * Scans of one candidate share a thread and with it the facts derived from it. A scan that is
 * aborted and does not let go of its thread takes the thread with it; the other scans of that
 * thread start again on a new one. When a thread crashes under several scans, each is tried again
 * alone, so that only the guilty one fails.
 */
export function createWorkerPool(file: WorkerFile, concurrency: number): ScannerPool {
  const slots = new Map<WorkerSlot, string>();
  let lastId = 0;

  function open(key: string): WorkerSlot {
    const slot = startSlot(file, (jobs, error) => {
      slots.delete(slot);
      recover(jobs, error);
    });
    slots.set(slot, key);
    return slot;
  }

  function recover(jobs: readonly Job[], error: Error): void {
    for (const job of jobs) {
      if (job.isolated || jobs.length === 1) {
        job.reject(crashError(job, error));
      } else {
        job.isolated = true;
        open(`alone:${job.id}`).start(job);
      }
    }
  }

  function slotFor(key: string): WorkerSlot {
    const shared = [...slots].filter(([, other]) => !other.startsWith('alone:'));
    const same = shared.find(([, other]) => other === key);
    if (same !== undefined) return same[0];
    if (shared.length < concurrency) return open(key);
    const [quietest] = shared.sort(([a], [b]) => a.jobs.size - b.jobs.size);
    return quietest === undefined ? open(key) : quietest[0];
  }

  function onAbort(job: Job): void {
    const slot = [...slots.keys()].find((one) => one.jobs.has(job.id));
    job.reject(job.context.signal.reason);
    if (slot === undefined) return;
    slot.cancel(job.id);
    setTimeout(() => {
      if (!slot.jobs.has(job.id)) return;
      slots.delete(slot);
      void slot.terminate();
      const others = [...slot.jobs.values()].filter((one) => !one.context.signal.aborted);
      const fresh = others.length === 0 ? null : open(`again:${job.id}`);
      for (const other of others) fresh?.start(other);
    }, graceMs).unref();
  }

  return {
    scan: (input, context) =>
      new Promise<Review>((resolve, reject) => {
        const job = newJob(++lastId, input, context, resolve, reject);
        if (context.signal.aborted) return reject(context.signal.reason);
        context.signal.addEventListener('abort', () => onAbort(job), { once: true });
        slotFor(keyOf(input)).start(job);
      }),
    close: async () => {
      const all = [...slots.keys()];
      slots.clear();
      await Promise.all(all.map((slot) => slot.terminate()));
    },
  };
}

function newJob(
  id: number,
  input: ScanInput,
  context: ScanContext,
  resolve: (review: Review) => void,
  reject: (error: unknown) => void,
): Job {
  return { id, input, context, isolated: false, resolve, reject };
}

function crashError(job: Job, cause: Error): MagiError {
  const message = `the worker of the scanner ${job.input.scanner.id} crashed: ${cause.message}`;
  return new MagiError('MAGI_SCANNER_CRASHED', message, { cause });
}

function keyOf({ candidate }: ScanInput): string {
  return `${candidate.base.tree}:${candidate.head.tree}`;
}
