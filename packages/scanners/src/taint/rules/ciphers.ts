import { functionAround } from '../match/surroundings.ts';
import { cryptoModule } from './crypto-module.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'uses_sound_crypto', severity: 'warning' } as const;

const weakCipher: Rule = {
  ...base,
  rule: 'crypto/weak-cipher',
  cwe: 'CWE-327',
  message: 'The cipher or its mode is broken (DES, RC4, Blowfish, ECB).',
  suggestion: 'Use aes-256-gcm with a random nonce for every message.',
};

const noVector: Rule = {
  ...base,
  rule: 'crypto/no-initial-vector',
  cwe: 'CWE-1204',
  message: 'The cipher is made without an initial vector, or with a constant one.',
  suggestion: 'Use createCipheriv with crypto.randomBytes for the vector of every message.',
};

const noTag: Rule = {
  ...base,
  rule: 'crypto/tag-not-checked',
  cwe: 'CWE-310',
  message: 'Decryption does not pin the length of the authentication tag, so a short tag passes.',
  suggestion: 'Pass `{ authTagLength: 16 }` to createDecipheriv and call setAuthTag and final.',
};

const weakKey: Rule = {
  ...base,
  rule: 'crypto/short-key',
  cwe: 'CWE-326',
  message: 'The key is short enough to be found.',
  suggestion: 'Use at least 2048 bits for RSA, or an elliptic curve.',
};

export const cipherRules: RuleGroup = {
  calls: [
    {
      rule: weakCipher,
      methods: 'createCipheriv createDecipheriv',
      callee: cryptoModule,
      when: (call) =>
        /(^|-)(des|des3|rc4|rc2|bf|ecb|cast5?|seed|idea|blowfish)(-|$)/i.test(
          call.argument(0).text ?? '',
        ),
    },
    {
      rule: weakCipher,
      methods: 'encrypt decrypt',
      callee: /(DES|TripleDES|RC4|Rabbit|Blowfish)\.(encrypt|decrypt)$/,
    },
    {
      rule: noVector,
      methods: 'createCipher createDecipher',
      callee: cryptoModule,
    },
    {
      rule: noTag,
      methods: 'createDecipheriv',
      callee: cryptoModule,
      when: (call) =>
        /gcm|ccm|ocb|poly1305/i.test(call.argument(0).text ?? '') &&
        call.argument(3).member('authTagLength').node === undefined,
    },
    {
      rule: noTag,
      methods: 'createDecipheriv',
      callee: cryptoModule,
      // Without `final` the tag is never compared.
      when: (call) =>
        /gcm|ccm|ocb|poly1305/i.test(call.argument(0).text ?? '') &&
        !/\.final\s*\(/.test(functionAround(call.node)),
    },
    {
      rule: noVector,
      methods: 'createCipheriv',
      callee: cryptoModule,
      when: (call) => {
        const vector = call.argument(2);
        const isFixed =
          vector.text !== undefined ||
          /^Buffer\.(alloc\(\d+\)|from\(\s*['"])/.test(vector.origins[0] ?? '');
        return isFixed && !/ecb/i.test(call.argument(0).text ?? '');
      },
    },
    {
      rule: weakKey,
      methods: 'generateKeyPair generateKeyPairSync',
      callee: cryptoModule,
      when: (call) => Number(call.argument(1).member('modulusLength').source) < 2048,
    },
  ],
  properties: [
    {
      rule: weakCipher,
      names: 'mode',
      when: (value) => /^CryptoJS\.mode\.ECB$|crypto-js:mode\.ECB$/.test(value.name),
    },
  ],
};
