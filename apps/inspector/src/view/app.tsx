import { useLayoutEffect } from 'preact/hooks';
import { type Page, PageContext } from '../model/page.ts';
import { pressKey } from '../model/shortcuts.ts';
import { Actors } from './actors.tsx';
import { Detail } from './detail.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { Notice } from './notice.tsx';
import { Timeline } from './timeline.tsx';
import { Transport } from './transport.tsx';
import { View } from './view.tsx';

/** The whole page, in the order in which it is read aloud. */
export function App({ page }: { readonly page: Page }) {
  // Not after the paint: a key that is pressed as soon as something can be seen must count.
  useLayoutEffect(() => listenToKeys(page), [page]);
  return (
    <PageContext.Provider value={page}>
      <Header />
      <Transport />
      <div class="panes">
        <div class="pane left">
          <Timeline />
          <Actors />
        </div>
        <View />
        <Detail />
      </div>
      <Notice />
      <Help />
    </PageContext.Provider>
  );
}

/** Keys work everywhere but where something is typed, chosen or moved by keys itself. */
function listenToKeys(page: Page): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || !page.hasKeys.value) return;
    if (page.isHelpOpen.value && event.key !== '?') return;
    if (event.key === 'Escape' || isBusyWithKeys(target, event.key)) return;
    if (pressKey(event.key, page)) event.preventDefault();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

function isBusyWithKeys(target: HTMLElement, key: string): boolean {
  const { tagName } = target;
  const takesText =
    tagName === 'INPUT' && !/^(range|checkbox)$/.test(target.getAttribute('type') ?? '');
  if (takesText || tagName === 'SELECT') return true;
  if ((tagName === 'BUTTON' || tagName === 'INPUT') && key === ' ') return true;
  // Tabs, the slider and panes that scroll use the arrow keys themselves.
  const usesArrows =
    target.role === 'tab' || tagName === 'INPUT' || target.classList.contains('scrolls');
  return usesArrows && /^(Arrow|Page|Home|End)/.test(key);
}
