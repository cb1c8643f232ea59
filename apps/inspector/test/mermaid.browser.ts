import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, watchedPage } from './browser.ts';
import { createPlace, type Place } from './command-line.ts';
import { aRichRun } from './sample-runs.ts';

const entry = createRequire(import.meta.url).resolve('mermaid');
const library = readFileSync(join(dirname(entry), 'mermaid.min.js'), 'utf8');
let browser: Browser;
let place: Place;

beforeAll(async () => {
  browser = await openBrowser();
  place = createPlace();
  const { exported } = await aRichRun();
  place.write('run.magi.jsonl', exported);
});
afterAll(async () => {
  await browser.close();
  place.remove();
});

describe('magi graph --format mermaid', () => {
  it.each(['run', 'scan', 'consolidation', 'synthesis', 'training'])(
    'is drawn by the real library: the chart of %s',
    async (machine) => {
      const text = await place.magi('graph', 'magi', '--format', 'mermaid', '--machine', machine);
      const drawn = await drawnBy(text);
      expect(drawn.error).toBeNull();
      const states = [...text.matchAll(/state "([^"]+)" as/g)].map(([, name]) => name ?? '');
      expect(states.length).toBeGreaterThan(1);
      for (const state of states) expect(drawn.text).toContain(state);
    },
  );

  it('marks the active states of a run', async () => {
    const args = ['graph', 'run.magi.jsonl', '--format', 'mermaid', '--at', '2'];
    const text = await place.magi(...args);
    const drawn = await drawnBy(text);
    expect(drawn.error).toBeNull();
    expect(text).toContain('class run_scanning active');
  });
});

describe('magi graph --format svg', () => {
  it('is a picture that a browser shows', async () => {
    const svg = await place.magi('graph', 'run.magi.jsonl', '--format', 'svg', '--at', '2');
    const { page, context } = await watchedPage(browser);
    await page.setContent(`<body>${svg}</body>`);
    expect(await page.locator('svg .on .title').allTextContents()).toEqual(['run', 'scanning']);
    const box = await page.locator('svg').boundingBox();
    expect(box?.width).toBeGreaterThan(600);
    await context.close();
  });
});

/** What the library makes of a text. */
async function drawnBy(
  text: string,
): Promise<{ readonly error: string | null; readonly text: string }> {
  const { page, context } = await watchedPage(browser);
  await page.setContent('<body><div id="place"></div></body>');
  await page.addScriptTag({ content: library });
  const drawn = await page.evaluate(async (source) => {
    interface Mermaid {
      initialize(options: object): void;
      render(id: string, source: string): Promise<{ svg: string }>;
    }
    const { mermaid } = window as unknown as { mermaid: Mermaid };
    mermaid.initialize({ startOnLoad: false, maxTextSize: 1_000_000, maxEdges: 2000 });
    try {
      const { svg } = await mermaid.render('drawn', source);
      const place = document.getElementById('place');
      if (place) place.innerHTML = svg;
      return { error: null, text: place?.textContent ?? '' };
    } catch (error) {
      return { error: String(error), text: '' };
    }
  }, text);
  await context.close();
  return drawn;
}
