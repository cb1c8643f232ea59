import type { RunsOutput } from '@magi/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  entryShown,
  expectQuiet,
  openBrowser,
  shownStates,
  textOf,
  watchedPage,
} from './browser.ts';
import { addressOf, createPlace, type Place, until } from './command-line.ts';
import { aRichRun } from './sample-runs.ts';

let browser: Browser;
let place: Place;

beforeAll(async () => {
  browser = await openBrowser();
  place = createPlace();
  aProjectWithASlowScanner(place);
});
afterAll(async () => {
  await browser.close();
  place.remove();
});

describe('a living run', () => {
  it('is followed from its start to its end while scanners work', async () => {
    const review = place.start('review', '--commit', 'HEAD');
    const reviewed = new Promise((resolve) => review.on('exit', resolve));
    await until(async () => (await runsOf(place)).some(({ outcome }) => outcome === null));
    const inspect = place.start('inspect', 'last', '--no-open');
    const url = await addressOf(inspect);
    const watched = await watchedPage(browser);
    const { page } = watched;
    await page.goto(url);
    await page.waitForSelector('.live.running');
    await page.waitForSelector('[data-actor="run/scan.slow"][data-state="running"]');
    const before = await lengthOf(page);
    place.write('.git/go', '');
    await page.waitForSelector('.live.complete');
    await reviewed;
    const log = (await place.magi('log', 'last', '--jsonl')).trimEnd().split('\n');
    await entryShown(page, log.length - 1);
    expect(await lengthOf(page)).toBe(log.length);
    expect(log.length).toBeGreaterThan(before);
    expect((await shownStates(page)).run).toMatch(/converged|stopped|blocked/);
    expect(await textOf(page, '.header')).toMatch(/ACCEPT|REJECT|INCOMPLETE/);
    expectQuiet(watched, (address) => address.startsWith(url));
    await page.keyboard.press('Home');
    for (let seq = 0; seq < log.length; seq += 1) {
      await entryShown(page, seq);
      await page.keyboard.press('j');
    }
    await watched.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Home');
    await entryShown(page, 0);
    await page.keyboard.press('c');
    await page.waitForSelector('.notice.shown');
    const run = await textOf(page, '.run');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `magi fork ${run} --at 0`,
    );
    await watched.context.close();
    inspect.kill('SIGINT');
    expect(await new Promise((resolve) => inspect.on('exit', resolve))).toBe(0);
  });

  it('stays where somebody looks, and is followed again from its end', async () => {
    const { exported } = await aRichRun();
    place.write('run.magi.jsonl', exported);
    const inspect = place.start('inspect', 'run.magi.jsonl', '--no-open');
    const { page, context } = await watchedPage(browser);
    await page.goto(`${await addressOf(inspect)}#seq=3`);
    await entryShown(page, 3);
    await page.keyboard.press('G');
    await page.waitForFunction(() => !location.hash.includes('seq=3'));
    await context.close();
    inspect.kill('SIGINT');
  });
});

describe('a server that goes away', () => {
  it('is noticed, and what was told stays', async () => {
    const inspect = place.start('inspect', 'run.magi.jsonl', '--no-open');
    const { page, context } = await watchedPage(browser);
    await page.goto(await addressOf(inspect));
    await page.waitForSelector('.live.complete');
    const length = await lengthOf(page);
    inspect.kill('SIGKILL');
    await page.waitForSelector('.live.disconnected');
    await page.keyboard.press('Home');
    await entryShown(page, 0);
    expect(await lengthOf(page)).toBe(length);
    await context.close();
  });
});

describe('the bridge to the inspector of Stately', () => {
  it('is not there unless it was asked for', async () => {
    const inspect = place.start('inspect', 'run.magi.jsonl', '--no-open');
    const { page, context } = await watchedPage(browser);
    await page.goto(await addressOf(inspect));
    await page.waitForSelector('.live.complete');
    expect(await page.getByRole('button', { name: 'Stately' }).count()).toBe(0);
    await context.close();
    inspect.kill('SIGINT');
  });

  it('warns first, then tells the opened window everything and nobody else anything', async () => {
    const inspect = place.start('inspect', 'run.magi.jsonl', '--no-open', '--stately');
    const { page, context } = await watchedPage(browser);
    await context.route('https://stately.ai/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: RECEIVER }),
    );
    await page.goto(await addressOf(inspect));
    await page.waitForSelector('.live.complete');
    await page.getByRole('button', { name: 'Stately' }).click();
    expect(await textOf(page, 'dialog[open]')).toContain('leaves this machine');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Open stately.ai' }).click(),
    ]);
    await opened.waitForFunction(() => {
      const { messages } = window as unknown as { messages: readonly { type: string }[] };
      return messages.length > 100;
    });
    const types = await opened.evaluate(() => {
      const { messages } = window as unknown as { messages: readonly { type: string }[] };
      return [...new Set(messages.map(({ type }) => type))].sort();
    });
    expect(types).toEqual(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);
    await context.close();
    inspect.kill('SIGINT');
  });
});

/** What the page of the bridge expects of the other side: a sign of life, then it listens. */
const RECEIVER = `<!doctype html><script>
window.messages = [];
addEventListener('message', ({ data }) => { if (data && data._version) messages.push(data); });
opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

/** A repository whose review takes until the file \`.git/go\` appears. */
function aProjectWithASlowScanner({ write, git, dir }: Place): void {
  git('init', '-q', '-b', 'main');
  const report = { version: '2.1.0', runs: [{ tool: { driver: { name: 'slow' } }, results: [] }] };
  const command = `while [ ! -f .git/go ]; do sleep 0.05; done; echo '${JSON.stringify(report)}'`;
  const sarif = [{ id: 'slow', command, checks: { '*': 'passes_the_slow_tool' } }];
  write('magi.config.json', JSON.stringify({ sarif }));
  write('src/list.ts', 'export const list = (names: string[]) => names.join();\n');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
  write('src/list.ts', 'export const list = (names: string[]) => names.join("; ");\n');
  git('commit', '-q', '-a', '-m', 'two');
  expect(dir).not.toBe('');
}

async function runsOf({ magi }: Place): Promise<RunsOutput['runs']> {
  const text = await magi('runs', '--json');
  return text === '' ? [] : (JSON.parse(text) as RunsOutput).runs;
}

async function lengthOf(page: Awaited<ReturnType<typeof watchedPage>>['page']): Promise<number> {
  return Number(await page.locator('#slider').getAttribute('max')) + 1;
}
