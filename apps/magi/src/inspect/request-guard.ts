import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is turned away. */
export type Refusal = 'method' | 'host' | 'origin' | 'token';

/**
 * Decides whether a request may be answered, before anything of it is looked at.
 *
 * The server listens on this machine alone, yet any page in a browser may send requests there: the
 * `Host` has to be our own (a name that was pointed at us is not), the origin too, and the path has
 * to begin with the token.
 *
 * @param port port that the server listens on
 * @returns the path behind the token, or why not
 */
export function guardRequest(
  request: Pick<IncomingMessage, 'method' | 'headers' | 'url'>,
  { port, token }: { readonly port: number; readonly token: string },
): { readonly path: string } | { readonly refusal: Refusal } {
  const { method, headers, url = '/' } = request;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  if (method !== 'GET' && method !== 'HEAD') return { refusal: 'method' };
  if (!hosts.includes(host)) return { refusal: 'host' };
  if (origin !== undefined && origin !== `http://${host}`) return { refusal: 'origin' };
  if (isFromElsewhere(headers)) return { refusal: 'origin' };
  const [, first = '', ...rest] = url.split('/');
  if (!isEqual(first, token)) return { refusal: 'token' };
  return { path: rest.length === 0 ? '' : `/${rest.join('/')}` };
}

/** A part of another page; a link that somebody follows is no such part. */
function isFromElsewhere(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return !isOwn && headers['sec-fetch-mode'] !== 'navigate';
}

/** Takes the same time for every wrong token of the right length. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
