import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
];

/** Starts the Chromium that the runner has found. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error('Run these tests with: npm run test:browser');
  return chromium.launch({ executablePath, headless: true, args: quietly });
}

/** A page that is watched from its first moment on. */
export interface WatchedPage {
  readonly page: Page;
  /** Addresses of all requests but data. */
  readonly requests: readonly string[];
  /** Errors of scripts, and everything that a policy has blocked. */
  readonly faults: readonly string[];
}

/** Opens a page of its own, wide enough for all panes. */
export async function watchedPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage & { readonly context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: { width: 1500, height: 950 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const requests: string[] = [];
  const faults: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, context, requests, faults };
}

/** Waits until the page shows an entry. */
export async function entryShown(page: Page, seq: number): Promise<void> {
  await page.waitForSelector(`.entry-row[aria-selected="true"]#entry-${seq}`);
}

/** Waits until the list shows so many entries. */
export async function rowsShown(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.entry-row').length === wanted,
    count,
  );
}

/** Goes to an entry by the slider, as a hand would. */
export async function slideTo(page: Page, seq: number): Promise<void> {
  await page.locator('#slider').fill(`${seq}`);
  await entryShown(page, seq);
}

/** Active states of every machine that the page shows, by the place in its tree of actors. */
export async function shownStates(page: Page): Promise<Readonly<Record<string, string>>> {
  const states = await page
    .locator('[data-actor][data-state]')
    .evaluateAll((rows) =>
      rows.map((row) => [row.getAttribute('data-actor'), row.getAttribute('data-state')]),
    );
  return Object.fromEntries(states) as Record<string, string>;
}

/** The text of a part of the page, once it is there. */
export async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? '';
}

/** Nothing was asked of anybody else, and no policy had to block anything. */
export function expectQuiet(
  { requests, faults }: WatchedPage,
  isAllowed: (url: string) => boolean,
): void {
  expect(requests.filter((url) => !isAllowed(url))).toEqual([]);
  expect(faults).toEqual([]);
}
