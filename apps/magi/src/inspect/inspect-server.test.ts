import { get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Entry } from '@magi/contracts';
import type { FrameDelivery, SessionHead } from '@magi/engine/replay';
import { playRun } from '@magi/engine/testing';
import { createMemoryLog } from '@magi/event-log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFrameFeed, type FrameFeed } from './frame-feed.ts';
import { type InspectServer, startInspectServer } from './inspect-server.ts';
import { statelyMessages } from './stately-stream.ts';

let feed: FrameFeed;
let server: InspectServer;
let entries: readonly Entry[];

beforeEach(async () => {
  const log = createMemoryLog();
  ({ entries } = await playRun({}, {}, { log }));
  feed = createFrameFeed({ log, run: 'r1', isLive: true });
  await feed.caughtUp;
  server = await startInspectServer({
    head,
    feed,
    assets: { script: 'script', style: 'style', licences: '' },
    port: 0,
    stately: (signal) => statelyMessages(log, 'r1', { signal, isLive: false }),
  });
});
afterEach(async () => {
  feed.close();
  await server.close();
});

describe('the server of the inspector', () => {
  it('listens on this machine alone', () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
  });

  it('answers who has the token, with a policy that allows nothing from elsewhere', async () => {
    const page = await ask(server.url);
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect((await ask(`${server.url}app.js`)).body).toBe('script');
    expect((await ask(`${server.url}app.css`)).body).toBe('style');
    expect(JSON.parse((await ask(`${server.url}session.json`)).body)).toMatchObject({ run: 'r1' });
  });

  it.each(['', 'app.js', 'session.json', 'frames', '../etc/passwd'])(
    'turns away a request for "%s" without the token',
    async (path) => {
      expect((await ask(new URL(`/${path}`, server.url).href)).status).toBe(403);
    },
  );

  it('turns away other hosts and origins, whatever they know', async () => {
    expect((await ask(server.url, { host: 'evil.example' })).status).toBe(403);
    expect((await ask(server.url, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask(`${server.url}frames`, { origin: 'null' })).status).toBe(403);
  });

  it('takes no other method', async () => {
    const status = await new Promise((resolve) => {
      request(server.url, { method: 'POST' }, (response) => resolve(response.statusCode)).end();
    });
    expect(status).toBe(405);
  });

  it('has no WebSocket, neither for other origins nor for its own', async () => {
    for (const origin of ['http://evil.example', new URL(server.url).origin]) {
      expect(await upgrade(server.url, origin)).toMatch(/^HTTP\/1\.1 403 /);
    }
  });

  it('leads to the page once from the address that a browser is started with', async () => {
    const first = await ask(server.openingUrl);
    expect(first.status).toBe(303);
    expect(new URL(`${first.headers.location}`, server.url).href).toBe(server.url);
    expect((await ask(server.openingUrl)).status).toBe(403);
  });

  it('knows no other paths', async () => {
    expect((await ask(`${server.url}other`)).status).toBe(404);
    expect((await ask(`${server.url}stately`)).status).toBe(404);
  });
});

describe('the stream of frames', () => {
  it('has every entry once and in order', async () => {
    const { frames } = await listen(`${server.url}frames`, entries.length);
    expect(frames.map(seqOf)).toEqual(entries.map(({ seq }) => seq));
  });

  it('goes on behind the entry that a browser had last', async () => {
    const first = await listen(`${server.url}frames`, 1);
    const last = `${entries.length - 4}`;
    const rest = await listen(`${server.url}frames`, 3, { 'last-event-id': last });
    expect(rest.frames.map(seqOf)).toEqual(entries.slice(-3).map(({ seq }) => seq));
    expect(first.ids.at(-1)).toBe(`${entries.length - 1}`);
  });

  it('says how the run stands when everything has been told', async () => {
    const { liveness } = await listen(`${server.url}frames?after=${entries.length - 1}`, 0);
    expect(liveness).toEqual(['complete']);
  });
});

const head: SessionHead = {
  format: 1,
  run: 'r1',
  graphs: [],
  layouts: [],
  isLive: true,
  isFile: false,
  isBridged: false,
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      );
    }).on('error', reject);
  });
}

/** First line of the answer to a WebSocket handshake. */
function upgrade(url: string, origin: string): Promise<string> {
  const { port, host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
    });
    socket.on('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

type Frame = FrameDelivery['frames'][number];

/** Reads server-sent events until so many frames and one word on liveness have come. */
function listen(url: string, count: number, headers: Readonly<Record<string, string>> = {}) {
  const heard = { frames: [] as Frame[], ids: [] as string[], liveness: [] as string[] };
  return new Promise<typeof heard>((resolve, reject) => {
    get(url, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) take(block);
        if (heard.frames.length < count || heard.liveness.length === 0) return;
        response.destroy();
        resolve(heard);
      });
    }).on('error', reject);
  });

  function take(block: string): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
    if (fields.id !== undefined) heard.ids.push(fields.id);
    if (fields.event === 'liveness') heard.liveness.push(JSON.parse(fields.data));
    if (fields.event === 'frames') heard.frames.push(...JSON.parse(fields.data).frames);
  }
}

function seqOf({ f }: Frame): unknown {
  return f.seq;
}
