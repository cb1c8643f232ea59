import type { BuiltinCheck } from '../check.ts';

/** Certificates, cookies, origins and encryption on the way. */
export const keepsTransportAndCookiesSafe: BuiltinCheck = {
  id: 'keeps_transport_and_cookies_safe',
  taint: true,
  lint: {
    'unicorn/no-document-cookie': { severity: 'info' },
  },
  python: { S501: { severity: 'warning' }, S323: { severity: 'warning' } },
};
