import type { Snapshot } from '@magi/contracts';
import type { Outcome, SnapshotCall } from './messages.ts';

/** Asks a snapshot what a worker wants to know. Never rejects. */
export async function answerCall(snapshot: Snapshot, ask: SnapshotCall): Promise<Outcome> {
  try {
    return { ok: true, value: await perform(snapshot, ask) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function perform(
  snapshot: Snapshot,
  ask: SnapshotCall,
): Promise<Uint8Array | string | readonly string[] | null> {
  switch (ask.method) {
    case 'read':
      return snapshot.read(ask.side, ask.path);
    case 'list':
      return snapshot.list(ask.side);
    case 'materialise':
      return snapshot.materialise(ask.side, ask.paths);
  }
}
