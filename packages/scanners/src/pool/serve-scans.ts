import type { MessagePort } from 'node:worker_threads';
import type { Snapshot } from '@magi/contracts';
import type { AnalysisHost } from '../analysis/analysis-host.ts';
import type { FromWorker, Outcome, SnapshotCall, ToWorker } from './messages.ts';

/** Answers the scan requests of a port with a host; the snapshot stays on the other side. */
export function serveScans(port: MessagePort, host: AnalysisHost): void {
  const send = (message: FromWorker) => port.postMessage(message);
  const scans = new Map<number, AbortController>();
  const calls = new Map<number, (outcome: Outcome) => void>();
  let lastCall = 0;

  function ask(id: number, question: SnapshotCall): Promise<unknown> {
    const call = ++lastCall;
    send({ type: 'call', call, id, ask: question });
    return new Promise((resolve, reject) => {
      calls.set(call, (outcome) => {
        calls.delete(call);
        if (outcome.ok) resolve(outcome.value);
        else reject(new Error(outcome.message));
      });
    });
  }

  async function scan(message: Extract<ToWorker, { type: 'scan' }>): Promise<void> {
    const { id, input, cacheDir } = message;
    const controller = new AbortController();
    scans.set(id, controller);
    const context = {
      snapshot: remoteSnapshot(message, (question) => ask(id, question)),
      signal: controller.signal,
      cacheDir,
      progress: (text: string) => send({ type: 'progress', id, message: text }),
    };
    try {
      send({ type: 'done', id, review: await host.review(input, context) });
    } catch (error) {
      const known = error instanceof Error ? error : new Error(String(error));
      send({ type: 'failed', id, message: known.message, stack: known.stack ?? '' });
    } finally {
      scans.delete(id);
    }
  }

  port.on('message', (message: ToWorker) => {
    if (message.type === 'scan') void scan(message);
    else if (message.type === 'cancel') scans.get(message.id)?.abort(new Error('cancelled'));
    else calls.get(message.call)?.(message.outcome);
  });
}

function remoteSnapshot(
  { input, checkout }: Extract<ToWorker, { type: 'scan' }>,
  ask: (question: SnapshotCall) => Promise<unknown>,
): Snapshot {
  return {
    candidate: input.candidate,
    checkout,
    read: async (side, path) => (await ask({ method: 'read', side, path })) as Uint8Array | null,
    list: async (side) => (await ask({ method: 'list', side })) as readonly string[],
    materialise: async (side, paths) =>
      (await ask({ method: 'materialise', side, paths })) as string,
    dispose: async () => {},
  };
}
