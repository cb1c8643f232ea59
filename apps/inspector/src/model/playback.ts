import { effect, type Signal, signal } from '@preact/signals';
import type { Inspector } from './inspector.ts';

export const speeds = [1, 2, 5, 10, 25] as const;

/** Plays entries one after the other. */
export interface Playback {
  readonly isPlaying: Signal<boolean>;
  /** Entries a second. */
  readonly speed: Signal<number>;
  toggle(): void;
}

/** Makes the playback of a page; it stops at the end by itself, unless more is to come. */
export function createPlayback(inspector: Inspector): Playback {
  const isPlaying = signal(false);
  const speed = signal<number>(5);
  effect(() => {
    if (!isPlaying.value) return;
    const timer = setInterval(() => {
      if (inspector.seq.peek() >= inspector.length.peek() - 1) isPlaying.value = false;
      else inspector.step(1);
    }, 1000 / speed.value);
    return () => clearInterval(timer);
  });
  return {
    isPlaying,
    speed,
    toggle() {
      const isAtEnd = inspector.seq.peek() >= inspector.length.peek() - 1;
      if (!isPlaying.peek() && isAtEnd) inspector.goTo(0);
      isPlaying.value = !isPlaying.peek();
    },
  };
}
