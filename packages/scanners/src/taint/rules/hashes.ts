import { receivingName, statementAround } from '../match/surroundings.ts';
import type { ValueView } from '../match/view.ts';
import { cryptoModule } from './crypto-module.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'uses_sound_crypto', severity: 'warning' } as const;

const weakHash: Rule = {
  ...base,
  rule: 'crypto/weak-hash',
  cwe: 'CWE-328',
  message: 'MD5 and SHA-1 are broken: two texts with the same digest can be made.',
  suggestion: 'Use SHA-256; for passwords use scrypt, argon2id or bcrypt.',
};

const passwordHash: Rule = {
  ...base,
  rule: 'crypto/fast-password-hash',
  cwe: 'CWE-916',
  message: 'A password is digested by a function made for speed, or with too little work.',
  suggestion: 'Use argon2id, scrypt or bcrypt with the work factors recommended today.',
};

const predictable: Rule = {
  ...base,
  rule: 'crypto/predictable-random',
  cwe: 'CWE-338',
  message: 'A secret value is made from a random source that can be predicted.',
  suggestion: 'Use crypto.randomBytes, crypto.randomUUID or crypto.getRandomValues.',
};

const secretName = /(password|passwd|passphrase|\bpw\b|pwd)/i;
const randomName =
  /(token|secret|password|passwd|session|nonce|salt|otp|csrf|apikey|api_key|\bkey\b|verif|reset|auth|\biv\b|uuid|captcha|invite|coupon)/i;

export const hashRules: RuleGroup = {
  calls: [
    {
      rule: weakHash,
      methods: 'createHash createHmac createSign createVerify digest',
      callee: cryptoModule,
      when: (call) =>
        /^(RSA-)?(md[245]|sha-?1|sha|ripemd(160)?|rmd160)$/i.test(call.argument(0).text ?? '') &&
        !/createHmac/.test(call.name) &&
        !secretName.test(statementAround(call.node)),
    },
    {
      rule: passwordHash,
      methods: 'createHash createHmac',
      callee: cryptoModule,
      when: (call) =>
        /^(md[245]|sha-?1|sha-?2?256|sha-?512)$/i.test(call.argument(0).text ?? '') &&
        secretName.test(statementAround(call.node)),
    },
    {
      rule: passwordHash,
      methods: 'setPassword updatePassword savePassword changePassword storePassword',
      when: (call) => [0, 1].some((index) => isWeakDigest(call.argument(index))),
    },
    {
      rule: weakHash,
      methods: 'MD5 SHA1 HmacMD5 RIPEMD160 md5 sha1 default ',
      callee:
        /^(crypto-js(\/\w+)?|md5|sha1|js-md5|js-sha1|blueimp-md5|object-hash\/md5):(MD5|SHA1|HmacMD5|RIPEMD160|md5|sha1)?$|^CryptoJS\.(MD5|SHA1|HmacMD5|RIPEMD160)$/,
    },
    {
      rule: weakHash,
      methods: 'create',
      callee: /(^|[.:])md\.(md5|sha1)\.create$/,
    },
    { rule: predictable, methods: 'pseudoRandomBytes', callee: cryptoModule },
    {
      rule: predictable,
      methods: 'random',
      callee: /^Math\.random$/,
      when: (call) => randomName.test(receivingName(call.node)),
    },
    {
      rule: passwordHash,
      methods: 'hash hashSync genSalt genSaltSync',
      callee: /^(bcrypt|bcryptjs):/,
      when: (call) => /^[1-9]$/.test(call.argument(/Salt/.test(call.name) ? 0 : 1).source),
    },
    {
      rule: passwordHash,
      methods: 'hash hashRaw',
      callee: /^argon2:/,
      when: (call) => {
        const type = call.argument(1).member('type');
        return type.node !== undefined && !/argon2id\b|^2$/.test(type.source + type.name);
      },
    },
    {
      rule: passwordHash,
      methods: 'pbkdf2 pbkdf2Sync',
      callee: cryptoModule,
      when: (call) => Number(call.argument(2).source.replaceAll('_', '')) < 10_000,
    },
  ],
};

/** A digest that can be made very fast: whoever steals the table tries every password. */
function isWeakDigest(value: ValueView): boolean {
  return value.origins.some((origin) =>
    /createHash\(\s*['"](md5|sha1|sha256|sha512)['"]/i.test(origin),
  );
}
