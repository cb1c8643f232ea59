import { effect, type Signal, signal } from '@preact/signals';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'magi-inspector-theme';

/** The colour scheme: that of the system unless the reader chose one, which is remembered. */
export function createTheme(): Signal<Theme> {
  const theme = signal<Theme>(themes.find((name) => name === remembered()) ?? 'auto');
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    remember(theme.value);
  });
  return theme;
}

/** The one after it, round and round. */
export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
}

/** A page that was opened from a file may have no storage. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Then it lasts as long as the page.
  }
}
