import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { createRepository } from '@magi/change/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson, start } from './cli.ts';
import { faultyProject } from './projects.ts';

const project = faultyProject();
let run = '';

beforeAll(async () => {
  await ensureBuilt();
  const args = ['review', '--commit', 'HEAD'];
  const { json } = await magiJson<{ run: { id: string } }>(project.dir, args);
  run = json.run.id;
  await magi(project.dir, ['export', run, '-o', 'run.magi.jsonl']);
}, 120_000);
afterAll(() => project.remove());

describe('magi graph --format svg', { timeout: 60_000 }, () => {
  it('draws the chart of a protocol', async () => {
    const { stdout, code } = await magi(project.dir, ['graph', 'magi', '--format', 'svg']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<svg xmlns=/);
    for (const state of ['grounding', 'scanning', 'awaitingDecision', 'converged']) {
      expect(stdout).toContain(`>${state}</text>`);
    }
    expect(stdout).not.toContain('class="mark"');
  });

  it('marks where a run stands after any entry, in a file as in the log', async () => {
    const drawn = async (what: string, at: string) =>
      (await magi(project.dir, ['graph', what, '--format', 'svg', '--at', at])).stdout;
    expect(activeIn(await drawn(run, '0'))).toEqual(['run', 'grounding']);
    expect(activeIn(await drawn('run.magi.jsonl', '2'))).toEqual(['run', 'scanning']);
  });
});

describe('magi replay --html', { timeout: 60_000 }, () => {
  it('writes the whole run as one page', async () => {
    const { code, stderr } = await magi(project.dir, ['replay', run, '--html', 'out/run.html']);
    expect(code).toBe(0);
    expect(stderr).toContain('out/run.html');
    const html = readFileSync(join(project.dir, 'out/run.html'), 'utf8');
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
    expect(html).toContain(`"run":"${run}"`);
  });

  it('writes the same page of the log and of its export, but for where they come from', async () => {
    await magi(project.dir, ['replay', run, '--html', 'a.html']);
    await magi(project.dir, ['replay', 'run.magi.jsonl', '--html', 'b.html']);
    const [a, b] = ['a.html', 'b.html'].map((name) =>
      readFileSync(join(project.dir, name), 'utf8'),
    );
    expect(b?.replace('"isFile":true', '"isFile":false')).toBe(a);
  });
});

describe('magi inspect', { timeout: 60_000 }, () => {
  it('serves the newest run to who has the address, until it is stopped', async () => {
    const inspector = await started(['inspect', '--no-open']);
    expect(await statusOf(inspector.url)).toBe(200);
    expect(await statusOf(`${inspector.url}session.json`)).toBe(200);
    expect(await statusOf(new URL('/', inspector.url).href)).toBe(403);
    expect(await statusOf(inspector.url, { host: 'evil.example' })).toBe(403);
    expect(await statusOf(inspector.url, { origin: 'http://evil.example' })).toBe(403);
    inspector.child.kill('SIGINT');
    expect((await inspector.result).code).toBe(0);
  });

  it('streams messages for inspectors of Stately when asked to', async () => {
    const inspector = await started(['inspect', run, '--no-open', '--ws', '0']);
    expect(inspector.stdout()).toMatch(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\n/);
    inspector.child.kill('SIGINT');
    await inspector.result;
  });

  it('says where context goes before it offers the bridge', async () => {
    const inspector = await started(['inspect', run, '--no-open', '--stately']);
    inspector.child.kill('SIGINT');
    expect((await inspector.result).stderr).toContain('stately.ai');
  });

  it('opens the browser that the environment names, at an address that works once', async () => {
    const opened = join(project.dir, 'opened.txt');
    const browser = join(project.dir, 'browser.sh');
    writeFileSync(
      browser,
      `#!/bin/sh\necho "$1" > "${opened}.part"; mv "${opened}.part" "${opened}"\n`,
      {
        mode: 0o755,
      },
    );
    const inspector = await started(['inspect', run], { BROWSER: browser });
    await waitFor(() => readable(opened));
    const address = readFileSync(opened, 'utf8').trim();
    expect(address).not.toBe(inspector.url);
    expect(await statusOf(address)).toBe(303);
    expect(await statusOf(address)).toBe(403);
    inspector.child.kill('SIGINT');
    await inspector.result;
  });

  it('refuses a port that is taken, and says what to do', async () => {
    const inspector = await started(['inspect', run, '--no-open']);
    const { port } = new URL(inspector.url);
    const second = await magi(project.dir, ['inspect', run, '--no-open', '--port', port]);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('MAGI_PORT_TAKEN');
    inspector.child.kill('SIGINT');
    await inspector.result;
  });

  it('says so where there is nothing to look at', async () => {
    const empty = createRepository({ files: { 'a.txt': 'a\n' } });
    const { code, stderr } = await magi(empty.dir, ['inspect', '--no-open']);
    expect(code).toBe(2);
    expect(stderr).toContain('MAGI_RUN_UNKNOWN');
    empty.remove();
  });
});

/** Titles of the states that a drawing marks. */
function activeIn(svg: string): readonly string[] {
  const nodes = svg.match(/<g class="node [^"]*\bon\b[^"]*">.*?<\/g>/g) ?? [];
  return nodes.map((node) => /class="title"[^>]*>([^<]+)</.exec(node)?.[1] ?? '');
}

/** Starts a command and waits for the address that it prints. */
async function started(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const running = start(project.dir, args, { env });
  let text = '';
  running.child.stdout?.on('data', (chunk: string) => {
    text += chunk;
  });
  const count = args.includes('--ws') ? 2 : 1;
  await waitFor(() => text.split('\n').length > count);
  return { ...running, url: text.split('\n')[0] ?? '', stdout: () => text };
}

function statusOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });
}

function readable(path: string): boolean {
  try {
    return readFileSync(path, 'utf8') !== '';
  } catch {
    return false;
  }
}

async function waitFor(holds: () => boolean): Promise<void> {
  const endMs = Date.now() + 50_000;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
