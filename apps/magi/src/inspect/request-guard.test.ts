import { describe, expect, it } from 'vitest';
import { guardRequest } from './request-guard.ts';

const token = 'a'.repeat(32);

describe('guardRequest', () => {
  it('gives the path behind the token to who has it', () => {
    expect(asked(`/${token}/app.js?x=1`)).toEqual({ path: '/app.js?x=1' });
    expect(asked(`/${token}/`)).toEqual({ path: '/' });
    expect(asked(`/${token}`)).toEqual({ path: '' });
    expect(asked(`/${token}/`, { origin: 'http://127.0.0.1:4321' })).toEqual({ path: '/' });
    expect(asked(`/${token}/`, { host: 'localhost:4321' })).toEqual({ path: '/' });
  });

  it.each(['/', '/app.js', `/${'b'.repeat(32)}/`, `/${token.slice(1)}/`, `//${token}/`, ''])(
    'refuses %s, which lacks the token',
    (url) => {
      expect(asked(url)).toEqual({ refusal: 'token' });
    },
  );

  it.each(['evil.example:4321', '127.0.0.1:80', '127.0.0.1', 'localhost', '[::1]:4321', ''])(
    'refuses the host %s, which is not ours',
    (host) => {
      expect(asked(`/${token}/`, { host })).toEqual({ refusal: 'host' });
    },
  );

  it.each(['http://evil.example', 'http://127.0.0.1:9999', 'https://127.0.0.1:4321', 'null'])(
    'refuses the origin %s',
    (origin) => {
      expect(asked(`/${token}/frames`, { origin })).toEqual({ refusal: 'origin' });
    },
  );

  it('refuses parts of other pages, but not a link that somebody follows', () => {
    const from = (site: string, mode: string) =>
      asked(`/${token}/`, { 'sec-fetch-site': site, 'sec-fetch-mode': mode });
    expect(from('cross-site', 'no-cors')).toEqual({ refusal: 'origin' });
    expect(from('same-site', 'cors')).toEqual({ refusal: 'origin' });
    expect(from('cross-site', 'navigate')).toEqual({ path: '/' });
    expect(from('same-origin', 'cors')).toEqual({ path: '/' });
    expect(from('none', 'navigate')).toEqual({ path: '/' });
  });

  it('only ever reads', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(asked(`/${token}/`, {}, method)).toEqual({ refusal: 'method' });
    }
  });
});

function asked(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const request = { method, url, headers: { host: '127.0.0.1:4321', ...headers } };
  return guardRequest(request, { port: 4321, token });
}
