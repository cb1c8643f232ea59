import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRedactor, redactJson, redactSecrets } from './redact-secrets.ts';

const env = { SERVICE_TOKEN: 'tok/en "value" 1', SSH_AUTH_SOCK: '/run/agent.sock', LANG: 'C' };

it.each([
  ['as it is', 'tok/en "value" 1'],
  ['in JSON', JSON.stringify('tok/en "value" 1')],
  ['in a URL', encodeURIComponent('tok/en "value" 1')],
  ['in base64', Buffer.from('tok/en "value" 1').toString('base64')],
])('removes the value of a secret variable %s', (_, text) => {
  const redacted = redactSecrets(`before ${text} after`, { env });
  expect(redacted).toMatch(/^before "?\[redacted:env\]=*"? after$/);
});

it.each([
  ['model-key', 'sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaa'],
  ['github-token', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'],
  ['github-token', `github_pat_${'a1'.repeat(20)}`],
  ['google-key', `AIza${'Ab1-'.repeat(9)}`],
  ['aws-key-id', 'AKIAIOSFODNN7EXAMPLE'],
  ['slack-token', 'xoxb-123456789012-abcdefghijkl'],
  ['npm-token', `npm_${'a1B2'.repeat(9)}`],
  ['stripe-key', 'sk_live_0123456789abcdefgh'],
  ['jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'],
  ['private-key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----'],
  ['private-key', '-----BEGIN PRIVATE KEY-----\nMIIEabc\nAAAA'],
])('knows the shape of a %s', (kind, secret) => {
  expect(redactSecrets(`x ${secret} y`, { env: {} })).toMatch(
    new RegExp(`^x \\[redacted:${kind}\\]\\s?y$`),
  );
});

it.each([
  ['Authorization: Bearer abcdefghijklmnop1234', 'Authorization: Bearer [redacted:bearer]'],
  ['postgres://user:hunter22@db/app', 'postgres://user:[redacted:url-password]@db/app'],
  ['password = "hunter2hunter2"', 'password = "[redacted:password]"'],
  ['API_KEY=a8f5f167f44f4964e6c998dee8zz', 'API_KEY=[redacted:value]'],
  [`blob ${'Zm9vYmFyQmF6UXV4MTIzNDU2Nzg5MGFiY2RlZkdISUpLTE1O'}`, 'blob [redacted:entropy]'],
])('redacts %s', (text, redacted) => {
  expect(redactSecrets(text, { env: {} })).toBe(redacted);
});

it.each([
  'commit 8a5edab282632443219e051e4ade2d1d5bbc671c',
  'sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '"integrity": "sha512-IyMKjbcXP6Vg5P2FmqOtTl6BDAGS33hbuVnZpnSWSsm9v7bxT5rgNHPmCHXqqiUGtkY7SLOF4pmuE3fBqCWHzg=="',
  'const token = await fetchToken(options);',
  'passwords are hashed with argon2 before they are stored in the database',
  'key: exposes_no_secrets_in_version_control_or_configuration_files_of_the_project',
  '/usr/local/lib/node_modules/@scope/package-name/dist/esm/internal/long-file-name.js',
  'run V1StGXR8_Z5jdHi6B-myT scan.security#2',
  'import { createAuthenticationTokenProvider } from "../auth/token-provider.ts";',
  'cache_input_tokens: import_v4_zod2.z.number(), secretOf: createSecret3000Manager(options)',
  'SSH_AUTH_SOCK=/run/agent.sock',
  'https://github.com/Some-Owner/some-repo/blob/8a5edab282632443219e051e4ade2d1d5bbc671c/Src/Index.ts#L12',
  'const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"',
])('leaves alone: %s', (text) => {
  expect(redactSecrets(text, { env })).toBe(text);
});

it('changes nothing the second time', () => {
  const redact = createRedactor(env);
  fc.assert(
    fc.property(fc.string(), (noise) => {
      const once = redact(`${noise} AKIAIOSFODNN7EXAMPLE password: "hunter2hunter2" ${noise}`);
      expect(redact(once)).toBe(once);
    }),
  );
});

it('reaches every string of a JSON value, keys included', () => {
  const value = { list: ['AKIAIOSFODNN7EXAMPLE', 1, null], AKIAIOSFODNN7EXAMPLE: true };
  expect(redactJson(value, createRedactor({}))).toEqual({
    list: ['[redacted:aws-key-id]', 1, null],
    '[redacted:aws-key-id]': true,
  });
});

it('takes no longer for text that is made to be slow', () => {
  const redact = createRedactor(env);
  for (const text of [
    'a'.repeat(300_000),
    'password:'.repeat(30_000),
    '-----BEGIN PRIVATE KEY-----'.repeat(3000),
    'eyJ'.repeat(50_000),
    'a.'.repeat(100_000),
  ])
    expect(redact(text).length).toBeGreaterThan(0);
});
