import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MagiError } from '@magi/contracts';
import type { SessionHead } from '@magi/engine/replay';
import { streamFrames } from './event-stream.ts';
import type { FrameFeed } from './frame-feed.ts';
import type { PageAssets } from './page-assets.ts';
import { SERVED_POLICY, servedPage } from './page-html.ts';
import { guardRequest } from './request-guard.ts';
import { streamStately } from './stately-stream.ts';

/** A running inspector. */
export interface InspectServer {
  /** Address of the page, with the token in it. */
  readonly url: string;
  /** Address that leads to the page once: what other processes may see while a browser starts. */
  readonly openingUrl: string;
  close(): Promise<void>;
}

export interface InspectServerOptions {
  readonly head: SessionHead;
  readonly feed: FrameFeed;
  readonly assets: PageAssets;
  /** 0 for any free one. */
  readonly port: number;
  /** Messages for the bridge to the inspector of Stately. */
  readonly stately: (signal: AbortSignal) => AsyncIterable<string>;
}

/**
 * Serves the page on this machine alone, under a token that nobody can guess.
 *
 * @throws `MAGI_PORT_TAKEN`
 */
export async function startInspectServer(options: InspectServerOptions): Promise<InspectServer> {
  const token = randomBytes(24).toString('base64url');
  let opening: string | null = randomBytes(24).toString('base64url');
  const server = createServer((request, response) => answer(request, response));
  // The page uses no WebSocket; whoever asks for one is somebody else.
  server.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });

  function port(): number {
    return (server.address() as AddressInfo).port;
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (isOpening(request)) {
      opening = null;
      response.writeHead(303, { Location: `/${token}/` }).end();
      return;
    }
    const guarded = guardRequest(request, { port: port(), token });
    if ('refusal' in guarded) {
      const status = guarded.refusal === 'method' ? 405 : 403;
      response.writeHead(status, { 'Content-Type': 'text/plain' }).end('Not for you.\n');
      return;
    }
    serve(guarded.path, request, response);
  }

  /** The first request with the opening address gets the real one; so may only the right host. */
  function isOpening(request: IncomingMessage): boolean {
    if (opening === null) return false;
    return 'path' in guardRequest(request, { port: port(), token: opening });
  }

  function serve(path: string, request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(path, 'http://inspector');
    switch (path === '' ? '' : pathname) {
      case '':
        response.writeHead(308, { Location: `/${token}/` }).end();
        break;
      case '/':
        send(response, 'text/html', servedPage());
        break;
      case '/app.js':
        send(response, 'text/javascript', options.assets.script);
        break;
      case '/app.css':
        send(response, 'text/css', options.assets.style);
        break;
      case '/session.json':
        send(response, 'application/json', JSON.stringify(options.head));
        break;
      case '/frames': {
        const last = request.headers['last-event-id'] ?? searchParams.get('after') ?? '-1';
        begin(response);
        streamFrames(response, options.feed, Math.max(0, Number.parseInt(`${last}`, 10) + 1 || 0));
        break;
      }
      case '/stately':
        if (!options.head.isBridged) send(response, 'text/plain', 'Not asked for.\n', 404);
        else {
          begin(response);
          void streamStately(response, options.stately);
        }
        break;
      default:
        send(response, 'text/plain', 'There is no such thing.\n', 404);
    }
  }

  await listen(server, options.port);
  const base = `http://127.0.0.1:${port()}`;
  return {
    url: `${base}/${token}/`,
    openingUrl: `${base}/${opening}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HEADERS = {
  'Content-Security-Policy': SERVED_POLICY,
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
}

/** Listens on this machine alone. */
export function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new MagiError('MAGI_PORT_TAKEN', `Port ${port} cannot be used: ${cause.code}.`, {
          hint: 'Leave the port out to get a free one.',
          exitCode: 2,
          cause,
        }),
      );
    });
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
}
