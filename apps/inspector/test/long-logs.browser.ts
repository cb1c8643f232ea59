import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryShown, openBrowser, slideTo, watchedPage } from './browser.ts';
import { addressOf, createPlace, type Place } from './command-line.ts';
import { aLongRun, aVeryLongRun } from './sample-runs.ts';

let browser: Browser;
let place: Place;

beforeAll(async () => {
  browser = await openBrowser();
  place = createPlace();
});
afterAll(async () => {
  await browser.close();
  place.remove();
});

describe('a log of 20,000 entries', () => {
  let length = 0;

  beforeAll(async () => {
    const run = await aLongRun(100);
    length = run.entries.length;
    place.write('long.magi.jsonl', run.exported);
    await place.magi('replay', 'long.magi.jsonl', '--html', 'long.html');
  }, 600_000);

  it('is painted at once and steps without delay, from a file', async () => {
    expect(length).toBeGreaterThan(19_000);
    const { page, context, faults } = await watchedPage(browser);
    await page.goto(`file://${place.dir}/long.html`);
    await entryShown(page, length - 1);
    const paintMs = await firstPaintMs(page);
    await page.keyboard.press('Home');
    await entryShown(page, 0);
    const stepMs = await medianStepMs(page, 200);
    await page.keyboard.press('3');
    await page.keyboard.press('End');
    for (const _ of 'page') await page.keyboard.press('PageUp');
    const consensusStepMs = await medianStepMs(page, 30);
    report(`${length} entries from a file`, { paintMs, stepMs, consensusStepMs });
    expect(paintMs).toBeLessThan(15_000);
    expect(stepMs).toBeLessThan(160);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is painted at once from a server, while the rest arrives', async () => {
    const inspect = place.start('inspect', 'long.magi.jsonl', '--no-open');
    const { page, context, faults } = await watchedPage(browser);
    await page.goto(await addressOf(inspect));
    await page.waitForSelector('.entry-row');
    const paintMs = await firstPaintMs(page);
    await page.waitForSelector('.live.complete', { timeout: 170_000 });
    await entryShown(page, length - 1);
    await page.keyboard.press('Home');
    await entryShown(page, 0);
    const stepMs = await medianStepMs(page, 200);
    report(`${length} entries from a server`, { paintMs, stepMs });
    expect(stepMs).toBeLessThan(160);
    expect(faults).toEqual([]);
    await context.close();
    inspect.kill('SIGINT');
  });
});

describe('a log of 100,000 entries', () => {
  it('opens, scrolls, jumps and filters', async () => {
    const run = await aVeryLongRun(100_000);
    const length = run.entries.length;
    place.write('very-long.magi.jsonl', run.exported);
    await place.magi('replay', 'very-long.magi.jsonl', '--html', 'very-long.html');
    const { page, context, faults } = await watchedPage(browser);
    const begunMs = Date.now();
    await page.goto(`file://${place.dir}/very-long.html`);
    await entryShown(page, length - 1);
    const openMs = Date.now() - begunMs;
    expect(await page.locator('.entry-row').count()).toBeLessThan(80);
    const list = page.locator('.entries');
    await list.evaluate((box) => box.scrollTo({ top: 28 * 50_000 }));
    await page.waitForSelector('#entry-50000');
    await slideTo(page, 70_000);
    await page.keyboard.press('j');
    await entryShown(page, 70_001);
    await page.locator('#filter').fill('99999');
    await page.waitForFunction(() => document.querySelectorAll('.entry-row').length < 5);
    await page.locator('#filter').fill('');
    await page.keyboard.press('Escape');
    const stepMs = await medianStepMs(page, 50);
    report(`${length} entries from a file`, { openMs, stepMs });
    expect(faults).toEqual([]);
    await context.close();
  }, 600_000);
});

/** Time from the navigation to the first paint with content. */
function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
}

/** Median time from a key to the end of the layout that it leads to. */
function medianStepMs(page: Page, steps: number): Promise<number> {
  return page.evaluate(async (count) => {
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const begunMs = performance.now();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
      // Rendering is batched into a microtask; reading a size then makes the layout happen.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(0);
      });
      document.body.getBoundingClientRect();
      times.push(performance.now() - begunMs);
    }
    return times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? Number.NaN;
  }, steps);
}

function report(what: string, times: Readonly<Record<string, number>>): void {
  const figures = Object.entries(times).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  console.log(`${what}: ${figures.join(', ')}`);
}
