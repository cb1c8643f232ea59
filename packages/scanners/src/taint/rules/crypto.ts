import {
  fileMentions,
  functionAround,
  receivingName,
  statementAround,
} from '../match/surroundings.ts';
import type { CallView, ValueView } from '../match/view.ts';
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
const everlasting: Rule = {
  ...base,
  rule: 'tokens/expiry-ignored',
  cwe: 'CWE-613',
  message: 'Tokens that have expired are accepted.',
  suggestion: 'Leave `ignoreExpiration` out.',
};
const unsigned: Rule = {
  ...base,
  severity: 'critical',
  rule: 'tokens/no-signature',
  cwe: 'CWE-345',
  message: 'The token algorithm "none" accepts every token, whoever made it.',
  suggestion: 'Name the algorithms you accept, such as RS256 or ES256.',
};
const unverified: Rule = {
  ...base,
  severity: 'warning',
  rule: 'tokens/decoded-not-verified',
  cwe: 'CWE-345',
  message: 'The token is decoded and its signature is never verified.',
  suggestion: 'Call verify with the expected key and algorithms.',
};
const unrevoked: Rule = {
  ...base,
  severity: 'info',
  rule: 'tokens/never-revoked',
  cwe: 'CWE-522',
  message: 'Tokens are accepted until they expire: nothing asks whether they were revoked.',
  suggestion: 'Pass `isRevoked` and look the token up in a list of revoked ones.',
};
const predictable: Rule = {
  ...base,
  rule: 'crypto/predictable-random',
  cwe: 'CWE-338',
  message: 'A secret value is made from a random source that can be predicted.',
  suggestion: 'Use crypto.randomBytes, crypto.randomUUID or crypto.getRandomValues.',
};

const cryptoModule =
  /^(crypto|node:crypto|crypto-js|browserify-cipher|create-hash|sha1|md5|crypto-browserify):|^(crypto|nodeCrypto|CryptoJS|forge)\./;
const secretName = /(password|passwd|passphrase|\bpw\b|pwd)/i;
const randomName =
  /(token|secret|password|passwd|session|nonce|salt|otp|csrf|apikey|api_key|\bkey\b|verif|reset|auth|\biv\b|uuid|captcha|invite|coupon)/i;

export const cryptoRules: RuleGroup = {
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
    {
      rule: weakHash,
      methods: 'create',
      callee: /(^|[.:])md\.(md5|sha1)\.create$/,
    },
    {
      rule: unsigned,
      methods: 'verify',
      callee: /^jsonwebtoken:verify$|^jwt\.verify$/,
      when: (call) => /^(null|false|''|""|undefined)$/.test(call.argument(1).source),
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
    {
      rule: unsigned,
      methods: 'sign verify decode encode JwtStrategy Strategy',
      callee: /jwt|jose|JWT|jsonwebtoken|passport/i,
      when: (call) => [1, 2, 3].some((index) => isNone(call, index)),
    },
    {
      rule: unverified,
      methods: 'decode decodeJwt jwtDecode jwt_decode default ',
      callee:
        /^(jsonwebtoken:decode|jwt-simple:decode|jose:decodeJwt|jose:JWT\.decode|jwt\.decode|jwtService\.decode|@nestjs\/jwt:.*decode)$/,
      when: (call) =>
        !isVerifiedNearby(call) && (!/simple/.test(call.name) || call.argument(2).isTrue),
    },
    {
      rule: unrevoked,
      methods: 'expressjwt expressJwt default jwt ',
      callee: /^(express-jwt|koa-jwt):/,
      when: (call) =>
        call.argument(0).isObject && call.argument(0).member('isRevoked').node === undefined,
    },
  ],
  properties: [
    { rule: everlasting, names: 'ignoreExpiration', when: (value) => value.isTrue },
    {
      rule: unsigned,
      names: 'algorithms algorithm alg',
      when: (value, node) =>
        /^\[?\s*['"]none['"]/i.test(value.source) && fileMentions(node, /jwt|jose|token/i),
    },
    {
      rule: weakCipher,
      names: 'mode',
      when: (value) => /^CryptoJS\.mode\.ECB$|crypto-js:mode\.ECB$/.test(value.name),
    },
  ],
};

/** A digest that can be made very fast: whoever steals the table tries every password. */
function isWeakDigest(value: ValueView): boolean {
  return value.origins.some((origin) =>
    /createHash\(\s*['"](md5|sha1|sha256|sha512)['"]/i.test(origin),
  );
}

function isNone(call: CallView, index: number): boolean {
  const value = call.argument(index);
  if (
    /^['"]none['"]$/i.test(value.source) ||
    value.source === 'JWT.none' ||
    /:None$|^None$/.test(value.source)
  )
    return true;
  return ['algorithm', 'algorithms', 'alg'].some((name) =>
    /['"]none['"]/i.test(value.member(name).source),
  );
}

/** True when the same function verifies a token as well, or asks only for the header. */
function isVerifiedNearby(call: CallView): boolean {
  return (
    /\b(verify|verifyAsync|jwtVerify|verifyToken)\w*\s*\(/.test(functionAround(call.node)) ||
    call.argument(1).member('complete').isTrue
  );
}
