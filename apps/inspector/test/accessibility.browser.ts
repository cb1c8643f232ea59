import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryShown, openBrowser, rowsShown, textOf, watchedPage } from './browser.ts';
import { createPlace, type Place } from './command-line.ts';
import { aRichRun } from './sample-runs.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let place: Place;
let entries = 0;

beforeAll(async () => {
  browser = await openBrowser();
  place = createPlace();
  const run = await aRichRun();
  entries = run.entries.length;
  place.write('run.magi.jsonl', run.exported);
  await place.magi('replay', 'run.magi.jsonl', '--html', 'run.html');
});
afterAll(async () => {
  await browser.close();
  place.remove();
});

describe.each(['light', 'dark'] as const)('in the %s colours', (colorScheme) => {
  it.each(['chart', 'messages', 'consensus', 'findings'])(
    'the view %s has no serious fault of accessibility',
    async (view) => {
      const { page, context } = await opened(`#seq=36&view=${view}`, { colorScheme });
      await entryShown(page, 36);
      expect(await faultsOf(page)).toEqual([]);
      await context.close();
    },
  );

  it.each(['step', 'state', 'diff', 'waiting', 'costs'])(
    'the detail %s has no serious fault of accessibility',
    async (detail) => {
      const { page, context } = await opened(`#seq=35&detail=${detail}`, { colorScheme });
      await entryShown(page, 35);
      expect(await faultsOf(page)).toEqual([]);
      await context.close();
    },
  );

  it('the help has no serious fault of accessibility', async () => {
    const { page, context } = await opened('', { colorScheme });
    await entryShown(page, entries - 1);
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  it('a narrow window has no serious fault of accessibility', async () => {
    const { page, context } = await opened('#seq=8', {
      colorScheme,
      viewport: { width: 420, height: 800 },
    });
    await entryShown(page, 8);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });
});

describe('the keyboard alone', () => {
  it('reaches everything there is to see', async () => {
    const { page, context } = await opened('');
    await entryShown(page, entries - 1);
    const press = (key: string) => page.keyboard.press(key);
    await press('g');
    await entryShown(page, 0);
    await press('j');
    await press('ArrowRight');
    await entryShown(page, 2);
    await press('k');
    await entryShown(page, 1);
    await press(']');
    await entryShown(page, 2);
    await press(']');
    expect(await textOf(page, '.entry-title')).toMatch(/fail/);
    await press('[');
    await entryShown(page, 2);
    await press('n');
    expect(await textOf(page, '.entry-title')).toMatch(/done/);
    await press('PageDown');
    await press('End');
    await entryShown(page, entries - 1);
    for (const [key, panel] of [
      ['2', '.messages'],
      ['3', '.consensus'],
      ['4', '.findings'],
      ['1', '.statechart'],
    ] as const) {
      await press(key);
      await page.waitForSelector(panel);
    }
    for (const panel of ['.json.fills', '.diff-head', 'text=Timers', '.costs', '.entry-title']) {
      await press('e');
      await page.waitForSelector(panel);
    }
    await press('d');
    await page.waitForFunction(() => location.hash.includes('base='));
    await press('t');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    await press('c');
    await page.waitForSelector('.notice.shown');
    expect(await textOf(page, '.notice')).toContain(`magi fork r1 --at ${entries - 1}`);
    await press('/');
    await page.keyboard.type('ann');
    await rowsShown(page, 1);
    await press('Escape');
    await press('?');
    await page.waitForSelector('dialog[open]');
    await press('Escape');
    await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    await context.close();
  });

  it('goes from control to control in the order of the page', async () => {
    const { page, context } = await opened('#seq=8');
    await entryShown(page, 8);
    const met: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      await page.keyboard.press('Tab');
      met.push(
        await page.evaluate(() => {
          const area = document.activeElement?.closest(
            'header, .transport, .timeline, .actors, main, aside',
          );
          return area ? `${area.tagName.toLowerCase()}.${area.className.split(' ').at(-1)}` : '';
        }),
      );
    }
    const order = met.filter((area, index) => area !== '' && area !== met[index - 1]);
    expect(order.slice(0, 6)).toEqual([
      'header.header',
      'section.transport',
      'section.timeline',
      'section.actors',
      'main.middle',
      'aside.right',
    ]);
    await context.close();
  });

  it('moves between tabs by arrow keys, and leaves typed keys alone', async () => {
    const { page, context } = await opened('#seq=8');
    await page.getByRole('tab', { name: 'Statechart' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.messages');
    await entryShown(page, 8);
    await page.locator('#filter').focus();
    await page.keyboard.type('jjj');
    await page.locator('#filter').fill('');
    await entryShown(page, 8);
    await context.close();
  });

  it('can have its single keys turned off', async () => {
    const { page, context } = await opened('#seq=8');
    await page.keyboard.press('?');
    await page.getByLabel('Single keys work').uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('j');
    await entryShown(page, 8);
    await context.close();
  });
});

describe('those who listen', () => {
  it('hear the entry that was stepped to', async () => {
    const { page, context } = await opened('#seq=5');
    await entryShown(page, 5);
    await page.keyboard.press('j');
    await page.waitForFunction(() =>
      document.querySelector('[aria-live="polite"]')?.textContent?.startsWith('Entry 6: fail'),
    );
    await context.close();
  });

  it('are pointed at a row that is there, however far one jumps', async () => {
    const { page, context } = await opened('#seq=0');
    for (const key of ['End', 'Home', 'PageDown']) {
      await page.keyboard.press(key);
      await page.waitForFunction(() => {
        const id = document.querySelector('.entries')?.getAttribute('aria-activedescendant');
        return id !== null && id !== undefined && document.getElementById(id) !== null;
      });
    }
    await context.close();
  });
});

async function opened(hash: string, options: Parameters<typeof watchedPage>[1] = {}) {
  const watched = await watchedPage(browser, options);
  await watched.page.goto(`file://${place.dir}/run.html${hash}`);
  return watched;
}

/** Serious and critical faults, each with the first element that has it. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => {
    const { axe: checker } = window as unknown as { axe: { run(): Promise<AxeResults> } };
    return checker.run();
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
}
