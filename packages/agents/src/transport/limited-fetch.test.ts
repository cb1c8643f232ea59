import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limitedFetch } from './limited-fetch.ts';

it('hands a short answer through', async () => {
  const response = await limitedFetch(100)(await serving('x'.repeat(100)));
  expect(await response.text()).toHaveLength(100);
  expect(response.status).toBe(200);
});

it('breaks off an answer that grows beyond its limit', async () => {
  const response = await limitedFetch(100)(await serving('x'.repeat(10_000)));
  await expect(response.text()).rejects.toThrow('the answer is too long');
});

it('does not follow a redirection', async () => {
  const url = await serving('', 302, { location: 'http://127.0.0.1:1/' });
  await expect(limitedFetch(100)(url)).rejects.toThrow();
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serving(body: string, status = 200, headers = {}): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
