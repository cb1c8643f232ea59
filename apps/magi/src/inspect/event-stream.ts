import type { ServerResponse } from 'node:http';
import type { FrameFeed } from './frame-feed.ts';

const MOST_FRAMES = 500;
const MOST_CHARACTERS = 400_000;
const BEAT_MS = 15_000;
/** A browser that lost the stream asks again after this long. */
const RETRY_MS = 400;

/**
 * Streams frames to one page as server-sent events, from an entry on: what is there, then what comes.
 *
 * Every event carries the number of its last entry, with which a browser that was cut off asks for the
 * rest. Nothing is sent faster than it is taken.
 *
 * @param from number of the first entry that the page does not have
 */
export function streamFrames(response: ServerResponse, feed: FrameFeed, from: number): void {
  let next = from;
  let isFull = false;
  let toldLiveness = '';
  let toldDamage: string | null = null;

  function send(event: string, data: string, id?: number): void {
    const place = id === undefined ? '' : `id: ${id}\n`;
    isFull = !response.write(`event: ${event}\n${place}data: ${data}\n\n`);
  }

  function sendFrames(): void {
    const start = next;
    let size = 0;
    while (next < feed.lines.length && next - start < MOST_FRAMES && size < MOST_CHARACTERS) {
      size += feed.lines[next]?.length ?? 0;
      next += 1;
    }
    const frames = feed.lines.slice(start, next).join(',');
    send('frames', `{"from":${start},"frames":[${frames}]}`, next - 1);
  }

  function pump(): void {
    while (!isFull && next < feed.lines.length) sendFrames();
    if (isFull || next < feed.lines.length) return;
    const damage = feed.damage();
    if (damage !== toldDamage) {
      toldDamage = damage;
      send('damage', JSON.stringify(damage));
    }
    if (feed.liveness() !== toldLiveness) {
      toldLiveness = feed.liveness();
      send('liveness', JSON.stringify(toldLiveness));
    }
  }

  response.on('drain', () => {
    isFull = false;
    pump();
  });
  const unwatch = feed.watch(pump);
  const beat = setInterval(() => response.write(': still here\n\n'), BEAT_MS).unref();
  response.on('close', () => {
    unwatch();
    clearInterval(beat);
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  pump();
}
