import type { FrameDelivery, Liveness, SessionHead } from '@magi/engine/replay';
import type { Inspector } from '../model/inspector.ts';

/** What the server says first about the run that it serves. */
export async function servedHead(): Promise<SessionHead> {
  const response = await fetch('session.json');
  if (!response.ok) throw new Error(`The inspector answered with ${response.status}.`);
  return (await response.json()) as SessionHead;
}

/**
 * Follows the server: everything there is, then everything that comes.
 *
 * The browser reconnects by itself and says which entry it had last. What arrives twice is left out;
 * where something is missing, the stream is asked for again from there.
 */
export function followServer(inspector: Inspector): void {
  const url = `frames?after=${inspector.length.peek() - 1}`;
  const stream = new EventSource(url);
  stream.addEventListener('frames', (event) => {
    const { from, frames } = JSON.parse(event.data as string) as FrameDelivery;
    const known = inspector.length.peek();
    if (from > known) {
      stream.close();
      followServer(inspector);
    } else inspector.receive(frames.slice(known - from));
  });
  stream.addEventListener('liveness', (event) => {
    inspector.liveness.value = JSON.parse(event.data as string) as Liveness;
  });
  stream.addEventListener('damage', (event) => {
    inspector.damage.value = JSON.parse(event.data as string) as string;
  });
  stream.addEventListener('error', () => {
    inspector.liveness.value = 'disconnected';
  });
}
