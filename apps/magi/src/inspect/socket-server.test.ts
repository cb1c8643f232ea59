import { connect } from 'node:net';
import type { Entry, EventLog } from '@magi/contracts';
import { createStatelyEncoder, type StatelyMessage } from '@magi/engine';
import { playRun } from '@magi/engine/testing';
import { appendEntries, createMemoryLog } from '@magi/event-log';
import { createWebSocketReceiver } from '@statelyai/inspect';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SocketServer, startSocketServer } from './socket-server.ts';
import { statelyMessages } from './stately-stream.ts';

let entries: readonly Entry[];
let expected: readonly StatelyMessage[];
let server: SocketServer | null = null;

beforeAll(async () => {
  ({ entries } = await playRun({}));
  const encoder = createStatelyEncoder();
  expected = JSON.parse(JSON.stringify(entries.flatMap((entry) => encoder.next(entry))));
});
afterEach(async () => {
  await server?.close();
  server = null;
});

describe('the stream for inspectors of Stately', () => {
  it('is taken by the receiver of their own package, all of it and in order', async () => {
    const { url } = await serving(await logWith(entries));
    expect(await received(url, expected.length)).toEqual(expected);
  });

  it('gives every reader all of it', async () => {
    const { url } = await serving(await logWith(entries));
    await received(url, 5);
    expect(await received(url, expected.length)).toEqual(expected);
  });

  it('goes on while a run is written', async () => {
    const log = await logWith(entries.slice(0, 3));
    const { url } = await serving(log);
    const all = received(url, expected.length);
    await received(url, 3);
    for (const entry of entries.slice(3)) await appendEntries(log, 'r1', [entry]);
    expect(await all).toEqual(expected);
  });

  it('is refused without the token, to other hosts and to pages of other origins', async () => {
    const { url } = await serving(await logWith(entries));
    const { port, host, pathname } = new URL(url);
    const asked = (path: string, headers: string) => handshake(Number(port), path, headers);
    expect(await asked(pathname, `Host: ${host}`)).toMatch(/^HTTP\/1\.1 101 /);
    expect(await asked('/', `Host: ${host}`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await asked(pathname, 'Host: evil.example')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await asked(pathname, `Host: ${host}\r\nOrigin: http://evil.example`)).toMatch(
      /^HTTP\/1\.1 403 /,
    );
  });
});

async function logWith(some: readonly Entry[]): Promise<EventLog> {
  const log = createMemoryLog();
  await appendEntries(log, 'r1', some);
  return log;
}

async function serving(log: EventLog): Promise<SocketServer> {
  server = await startSocketServer(0, (signal) =>
    statelyMessages(log, 'r1', { signal, isLive: true }),
  );
  return server;
}

/** The first messages that the package's own receiver hands on. */
function received(url: string, count: number): Promise<readonly unknown[]> {
  const messages: unknown[] = [];
  return new Promise((resolve) => {
    const subscription = createWebSocketReceiver({ server: url }).subscribe((message) => {
      messages.push(message);
      if (messages.length < count) return;
      subscription.unsubscribe();
      resolve(messages);
    });
  });
}

function handshake(port: number, path: string, headers: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
    });
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
