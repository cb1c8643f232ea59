import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from './inspect-server.ts';
import { guardRequest } from './request-guard.ts';
import { acceptWebSocket, type TextSocket } from './web-socket.ts';

/** A server that streams messages to whoever has its address. */
export interface SocketServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Streams messages over WebSocket on this machine alone: to programs that have the token, never to
 * pages of other origins.
 *
 * @param messages made anew for every reader
 * @throws `MAGI_PORT_TAKEN`
 */
export async function startSocketServer(
  port: number,
  messages: (signal: AbortSignal) => AsyncIterable<string>,
): Promise<SocketServer> {
  const token = randomBytes(24).toString('base64url');
  const open = new Set<TextSocket>();
  const server = createServer((_request, response) => {
    response.writeHead(403).end('Only for WebSockets.\n');
  });
  server.on('upgrade', (request, socket) => {
    const { port: ownPort } = server.address() as AddressInfo;
    const guarded = guardRequest(request, { port: ownPort, token });
    const key = request.headers['sec-websocket-key'];
    if ('refusal' in guarded || key === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    const reader = acceptWebSocket(socket, key);
    open.add(reader);
    reader.closed.addEventListener('abort', () => open.delete(reader), { once: true });
    void deliver(reader, messages);
  });
  await listen(server, port);
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${ownPort}/${token}`,
    close: () =>
      new Promise((resolve) => {
        for (const reader of open) reader.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The connection stays open at the end, as readers take a closed one for a fault. */
async function deliver(
  reader: TextSocket,
  messages: (signal: AbortSignal) => AsyncIterable<string>,
): Promise<void> {
  try {
    for await (const message of messages(reader.closed)) await reader.send(message);
  } catch {
    reader.close();
  }
}
