import { Worker } from 'node:worker_threads';
import type { Review, ScanContext, ScanInput } from '@magi/contracts';
import { answerCall } from './answer-call.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** One scan on its way. */
export interface Job {
  readonly id: number;
  readonly input: ScanInput;
  readonly context: ScanContext;
  /** Runs alone: it was on a worker that crashed with several scans on it. */
  isolated: boolean;
  resolve(review: Review): void;
  reject(error: unknown): void;
}

/** A worker thread and the scans that it works on. */
export interface WorkerSlot {
  readonly jobs: ReadonlyMap<number, Job>;
  start(job: Job): void;
  cancel(id: number): void;
  /** Ends the thread and the programs that it started; its scans are left to the caller. */
  terminate(): Promise<void>;
}

/** What a thread is started with. */
export interface WorkerFile {
  readonly url: URL;
  /** Of the code and the tools; see `analysisVersion`. */
  readonly version: string;
}

/**
 * Starts a worker thread.
 *
 * @param onCrash called once, when the thread ends by itself; gives the scans it had not answered
 */
export function startSlot(
  { url, version }: WorkerFile,
  onCrash: (jobs: readonly Job[], error: Error) => void,
): WorkerSlot {
  // Output of the thread must not mix with the output of the program.
  const worker = new Worker(url, {
    stdout: true,
    stderr: true,
    execArgv: [],
    workerData: { version },
  });
  const jobs = new Map<number, Job>();
  let pids: readonly number[] = [];
  let isOver = false;
  const send = (message: ToWorker) => worker.postMessage(message);
  const crash = (error: Error) => {
    if (isOver) return;
    isOver = true;
    endPrograms(pids);
    onCrash([...jobs.values()], error);
  };
  worker.unref();
  worker.on('error', crash);
  worker.on('exit', (code) => crash(new Error(`the scanner worker ended with code ${code}`)));
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'programs') {
      pids = message.pids;
      return;
    }
    const job = jobs.get(message.id);
    if (job !== undefined) receive(message, job, send, jobs);
    if (jobs.size === 0) worker.unref();
  });
  return {
    jobs,
    start: (job) => {
      jobs.set(job.id, job);
      worker.ref();
      const { input, context } = job;
      const { checkout } = context.snapshot;
      send({ type: 'scan', id: job.id, input, cacheDir: context.cacheDir, checkout });
    },
    cancel: (id) => send({ type: 'cancel', id }),
    terminate: async () => {
      isOver = true;
      endPrograms(pids);
      await worker.terminate();
    },
  };
}

function receive(
  message: Exclude<FromWorker, { type: 'programs' }>,
  job: Job,
  send: (message: ToWorker) => void,
  jobs: Map<number, Job>,
): void {
  switch (message.type) {
    case 'call':
      void answerCall(job.context.snapshot, message.ask).then((outcome) =>
        send({ type: 'reply', call: message.call, outcome }),
      );
      return;
    case 'progress':
      job.context.progress(message.message);
      return;
    case 'done':
      jobs.delete(job.id);
      job.resolve(message.review);
      return;
    case 'failed': {
      jobs.delete(job.id);
      const error = new Error(message.message);
      error.stack = message.stack;
      job.reject(error);
    }
  }
}

function endPrograms(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
