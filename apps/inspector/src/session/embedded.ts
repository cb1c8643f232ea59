import type { PackedFrame, SessionHead } from '@magi/engine/replay';
import type { Inspector } from '../model/inspector.ts';

/** Texts longer than this are read after the page has been painted once. */
const LATER_THAN_CHARACTERS = 1_000_000;

/** A run that stands in the page itself; null when the page was served. */
export function embeddedHead(): SessionHead | null {
  const text = document.getElementById('session')?.textContent;
  return text ? (JSON.parse(text) as SessionHead) : null;
}

/** Hands over all frames that stand in the page. */
export function readEmbedded(inspector: Inspector): void {
  const text = document.getElementById('frames')?.textContent ?? '[]';
  const damage = document.getElementById('damage')?.textContent;
  if (damage) inspector.damage.value = JSON.parse(damage) as string;
  const read = () => {
    inspector.receive(JSON.parse(text) as PackedFrame[]);
    inspector.liveness.value = 'complete';
  };
  if (text.length < LATER_THAN_CHARACTERS) read();
  else requestAnimationFrame(() => setTimeout(read));
}
