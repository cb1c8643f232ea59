import { readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { ReplayOutput } from '@magi/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  entryShown,
  expectQuiet,
  openBrowser,
  rowsShown,
  shownStates,
  slideTo,
  textOf,
  type WatchedPage,
  watchedPage,
} from './browser.ts';
import { createPlace, type Place } from './command-line.ts';
import { aCrashedRun, aRichRun } from './sample-runs.ts';

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

describe('a run in one file', () => {
  it('opens from the file, asks nobody for anything, and needs no exception from its policy', async () => {
    const watched = await openFile('run.html');
    const { page } = watched;
    await entryShown(page, entries - 1);
    for (const key of ['1', '2', '3', '4']) await page.keyboard.press(key);
    for (const name of ['State', 'Diff', 'Waiting', 'Costs', 'Step']) {
      await page.getByRole('tab', { name, exact: true }).click();
    }
    expectQuiet(watched, (url) => url.startsWith('file://'));
    expect(watched.requests).toHaveLength(1);
    await watched.context.close();
  });

  it('shows at every entry exactly the states that magi replay --at gives', async () => {
    const { page, context } = await openFile('run.html#detail=waiting');
    for (let seq = 0; seq < entries; seq += 1) {
      const args = ['replay', 'run.magi.jsonl', '--at', `${seq}`, '--json'];
      const [replayed] = await Promise.all([place.magi(...args), slideTo(page, seq)]);
      const output = JSON.parse(replayed) as ReplayOutput;
      expect(await shownStates(page), `#${seq}`).toEqual(statesIn('run', output.state));
      const waiting = await textOf(page, '#panel-detail');
      for (const { key } of output.pending) expect(waiting).toContain(key);
      for (const { id } of output.timers) expect(waiting).toContain(id);
      const rows = await page.locator('#panel-detail .plain li').count();
      expect(rows).toBe(output.pending.length + output.timers.length);
      await page.getByRole('tab', { name: 'Step', exact: true }).click();
      expect(await textOf(page, '#panel-detail')).toContain(output.stateHash.slice(0, 16));
      await page.getByRole('tab', { name: 'Waiting', exact: true }).click();
    }
    await context.close();
  });

  it('marks in the chart what is active and what was just taken', async () => {
    const { page, context } = await openFile('run.html#seq=2');
    await entryShown(page, 2);
    const active = page.locator('.statechart .on[data-node]');
    expect(
      await active.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-node'))),
    ).toEqual(['run', 'run.scanning']);
    const taken = page.locator('.statechart .edge.taken');
    expect(
      await taken.evaluateAll((edges) => edges.map((edge) => edge.getAttribute('data-transition'))),
    ).toEqual(['run.grounding#0', 'run.placing#5']);
    await context.close();
  });

  it('explains why a transition was taken, with the value of every guard', async () => {
    const { page, context } = await openFile('run.html#seq=2');
    await entryShown(page, 2);
    const step = await textOf(page, '#panel-detail');
    expect(step).toContain('grounding → placing');
    expect(step).toContain('hasDrifted✕ false');
    expect(step).toContain('otherwisescanningtaken');
    await context.close();
  });

  it('shows the consensus with its toggles, and the life of every finding', async () => {
    const { page, context } = await openFile('run.html#view=consensus');
    await page.waitForSelector('.consensus');
    expect(await page.locator('.merged.toggle').count()).toBeGreaterThan(3);
    expect(await textOf(page, '.consensus')).toContain('toggled');
    await page.keyboard.press('4');
    expect(await page.locator('.life.back').count()).toBeGreaterThan(0);
    expect(await page.locator('.life.fixed').count()).toBeGreaterThan(0);
    await context.close();
  });

  it('compares any two entries', async () => {
    const { page, context } = await openFile('run.html#seq=2&detail=diff&base=0');
    await page.waitForSelector('.changes li');
    const changes = await textOf(page, '.changes');
    expect(changes).toContain('/actors/value');
    expect(changes).toContain('"grounding"');
    expect(changes).toContain('"scanning"');
    await context.close();
  });

  it('draws who told whom', async () => {
    const { page, context } = await openFile('run.html#seq=2&view=messages');
    await page.waitForSelector('.message.current');
    expect(await textOf(page, '.message.current .sr-only')).toBe('#2 done from host to run/ground');
    await context.close();
  });

  it('opens where its address points, and writes down where it is', async () => {
    const { page, context } = await openFile('run.html#seq=7&actor=run/scan.style&view=chart');
    await entryShown(page, 7);
    expect(await textOf(page, '.chart-head')).toContain('run/scan.style');
    await page.keyboard.press('j');
    await entryShown(page, 8);
    await page.waitForFunction(() => location.hash === '#seq=8&actor=run/scan.style');
    await context.close();
  });

  it('copies the command that forks the run at the entry', async () => {
    const { page, context } = await openFile('run.html#seq=11');
    await entryShown(page, 11);
    await page.getByRole('button', { name: 'Copy fork command' }).click();
    await page.waitForSelector('.notice.shown');
    expect(await textOf(page, '.notice')).toContain('magi fork r1 --at 11');
    await context.close();
  });

  it('finds entries by text, type and actor', async () => {
    const { page, context } = await openFile('run.html');
    await entryShown(page, entries - 1);
    await page.keyboard.press('/');
    await page.keyboard.type('busy');
    await rowsShown(page, 1);
    expect(await textOf(page, '.entry-row')).toContain('busy');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Only entries of this type').selectOption('event');
    await rowsShown(page, 1);
    await context.close();
  });

  it('plays by itself and stops at the end', async () => {
    const { page, context } = await openFile(`run.html#seq=${entries - 4}`);
    await entryShown(page, entries - 4);
    await page.getByLabel('Speed').selectOption('25');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await entryShown(page, entries - 1);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await context.close();
  });

  it('weighs at most 400 KB beside its data, its script at most 120 KB packed', () => {
    const html = readFileSync(`${place.dir}/run.html`, 'utf8');
    const data = /<script type="application\/json"[^>]*>[\s\S]*?<\/script>/g;
    const dataBytes = (html.match(data) ?? []).reduce((sum, part) => sum + part.length, 0);
    const bytes = statSync(`${place.dir}/run.html`).size;
    const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
    const packed = gzipSync(script, { level: 9 }).length;
    console.log(`file ${bytes} bytes, of it data ${dataBytes}; script ${packed} bytes packed`);
    expect(bytes - dataBytes).toBeLessThan(400_000);
    expect(script.length).toBeGreaterThan(1000);
    expect(packed).toBeLessThan(120_000);
  });
});

describe('another run', () => {
  it('that crashed opens the same way, at the place where it was cut off', async () => {
    place.write('crashed.magi.jsonl', await aCrashedRun());
    await place.magi('replay', 'crashed.magi.jsonl', '--html', 'crashed.html');
    const watched = await openFile('crashed.html');
    await entryShown(watched.page, 8);
    expect((await shownStates(watched.page)).run).toBe('scanning');
    expectQuiet(watched, (url) => url.startsWith('file://'));
    await watched.context.close();
  });

  it('whose log is damaged shows what stands in front of the damage, and says so', async () => {
    const { exported } = await aRichRun();
    const lines = exported.split('\n');
    lines[10] = lines[10]?.replace('"seq":10', '"seq":10 ') ?? '';
    place.write('damaged.magi.jsonl', lines.join('\n'));
    await place.magi('replay', 'damaged.magi.jsonl', '--html', 'damaged.html');
    const { page, context } = await openFile('damaged.html');
    await entryShown(page, 9);
    expect(await textOf(page, '.problem')).toMatch(/entry #10/);
    await context.close();
  });
});

describe('hostile text', () => {
  it('in a finding is shown as text, with what cannot be seen written out', async () => {
    const message =
      '<script>window.hacked=1</script><img src=x onerror="hacked=1"> \u202eevil\u0007\u001b[31m';
    const { exported } = await aRichRun({ message });
    place.write('hostile.magi.jsonl', exported);
    await place.magi('replay', 'hostile.magi.jsonl', '--html', 'hostile.html');
    const watched = await openFile('hostile.html#view=findings');
    const { page } = watched;
    await page.waitForSelector('.finding-message');
    const texts = await page.locator('.finding-message').allTextContents();
    expect(texts).toContain(
      '<script>window.hacked=1</script><img src=x onerror="hacked=1"> \\u{202e}evil\\u{7}\\u{1b}[31m',
    );
    for (const key of ['1', '2', '3', '4']) await page.keyboard.press(key);
    for (const name of ['State', 'Diff', 'Step'])
      await page.getByRole('tab', { name, exact: true }).click();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('#app img, #app script').count()).toBe(0);
    expectQuiet(watched, (url) => url.startsWith('file://'));
    await watched.context.close();
  });
});

async function openFile(
  name: string,
): Promise<WatchedPage & Awaited<ReturnType<typeof watchedPage>>> {
  const watched = await watchedPage(browser);
  await watched.page.goto(`file://${place.dir}/${name}`);
  return watched;
}

interface Image {
  readonly value?: unknown;
  readonly children?: Readonly<Record<string, Image>>;
}

/** Active states by address, as the tree of actors names them. */
function statesIn(address: string, state: unknown): Record<string, string> {
  const { value, children = {} } = state as Image;
  const own = value === undefined ? {} : { [address]: String(value) };
  const below = Object.entries(children).map(([id, child]) => statesIn(`${address}/${id}`, child));
  return Object.assign({}, own, ...below);
}
