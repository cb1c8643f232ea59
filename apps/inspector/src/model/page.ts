import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Inspector } from './inspector.ts';
import { createPlayback, type Playback } from './playback.ts';
import { createTheme, nextTheme, type Theme } from './theme.ts';

/** The model of the page together with what belongs to the page alone. */
export interface Page {
  readonly inspector: Inspector;
  readonly playback: Playback;
  readonly theme: Signal<Theme>;
  readonly isHelpOpen: Signal<boolean>;
  /** False for readers whose other programs use single keys. */
  readonly hasKeys: Signal<boolean>;
  /** A short notice; empty when there is none. */
  readonly notice: Signal<string>;
  nextTheme(): void;
  say(text: string): void;
  focusFilter(): void;
}

const NOTICE_MS = 6000;

export function createPage(inspector: Inspector): Page {
  const theme = createTheme();
  const notice = signal('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    inspector,
    playback: createPlayback(inspector),
    theme,
    isHelpOpen: signal(false),
    hasKeys: signal(true),
    notice,
    nextTheme() {
      theme.value = nextTheme(theme.value);
    },
    say(text) {
      clearTimeout(timer);
      notice.value = text;
      timer = setTimeout(() => {
        notice.value = '';
      }, NOTICE_MS);
    },
    focusFilter: () => document.getElementById('filter')?.focus(),
  };
}

export const PageContext = createContext<Page | null>(null);

/** The page that a component stands on. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A part of the page was used outside of it.');
  return page;
}
