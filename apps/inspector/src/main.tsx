import { effect } from '@preact/signals';
import { render } from 'preact';
import './style/style.css';
import { formatLink, parseLink } from './model/deep-link.ts';
import { createInspector, details, type Inspector, views } from './model/inspector.ts';
import { createPage } from './model/page.ts';
import { embeddedHead, readEmbedded } from './session/embedded.ts';
import { followServer, servedHead } from './session/served.ts';
import { App } from './view/app.tsx';

void start();

async function start(): Promise<void> {
  const embedded = embeddedHead();
  const inspector = createInspector(embedded ?? (await servedHead()), parseLink(location.hash));
  const root = document.getElementById('app');
  if (root) render(<App page={createPage(inspector)} />, root);
  if (embedded) readEmbedded(inspector);
  else followServer(inspector);
  document.title = `${inspector.session.run} · magi inspector`;
  keepAddress(inspector);
}

/** Browsers take addresses amiss that change too often. */
const ADDRESS_AFTER_MS = 150;

/** Keeps the address of the page and what it shows in step, so that an address can be passed on. */
function keepAddress(inspector: Inspector): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const { seq, isFollowing, actor, root, view, detail, base } = inspector;
    if (inspector.length.value === 0) return;
    const hash = formatLink({
      seq: isFollowing.value ? null : seq.value,
      actor: actor.value === root ? null : actor.value,
      view: view.value === 'chart' ? null : view.value,
      detail: detail.value === 'step' ? null : detail.value,
      base: base.value,
    });
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (hash !== location.hash) history.replaceState(null, '', hash);
    }, ADDRESS_AFTER_MS);
  });
  addEventListener('hashchange', () => {
    const link = parseLink(location.hash);
    if (link.seq !== null) inspector.goTo(link.seq);
    inspector.selectActor(link.actor ?? inspector.root);
    inspector.view.value = views.find((name) => name === link.view) ?? 'chart';
    inspector.detail.value = details.find((name) => name === link.detail) ?? 'step';
    inspector.base.value = link.base;
  });
}
