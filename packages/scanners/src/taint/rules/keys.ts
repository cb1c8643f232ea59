import { isLiteralKey } from '../match/literal-key.ts';
import type { ValueView } from '../match/view.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'exposes_no_secrets', cwe: 'CWE-798', severity: 'critical' } as const;

const signing: Rule = {
  ...base,
  rule: 'secrets/signing-key',
  message: 'A key that signs or verifies tokens stands in the source.',
  suggestion: 'Read the key from the environment or a secret store.',
};

const session: Rule = {
  ...base,
  rule: 'secrets/session-key',
  message: 'The key of session cookies stands in the source.',
  suggestion: 'Read the key from the environment or a secret store.',
};

const client: Rule = {
  ...base,
  rule: 'secrets/client-credential',
  message: 'A credential of a login provider or a service stands in the source.',
  suggestion:
    'Read it from the environment or a secret store, and replace the one that was exposed.',
};

const encryption: Rule = {
  ...base,
  rule: 'secrets/encryption-key',
  message: 'The key of a digest or a cipher stands in the source.',
  suggestion: 'Read the key from the environment or a secret store.',
};

const strategyKeys =
  'clientSecret secretOrKey consumerSecret appSecret secret accessTokenSecret apiSecret clientID_secret returnSecret verifySecret jwtSecret'.split(
    ' ',
  );

export const keyRules: RuleGroup = {
  calls: [
    {
      rule: signing,
      methods: 'sign verify encode decode signAsync verifyAsync signJwt',
      callee:
        /^(jsonwebtoken|jwt-simple|jose|njwt|fast-jwt|jsrsasign|koa-jwt|express-jwt):|^(jwt|JWT|jose|jsonwebtoken|njwt|JWS)\./,
      when: (call) => call.count > 1 && isLiteralKey(call.argument(1)),
    },
    {
      rule: signing,
      methods: 'expressjwt expressJwt jwt default ',
      callee: /^(express-jwt|koa-jwt|koa-jwt2|hono\/jwt|@fastify\/jwt|fastify-jwt):/,
      when: (call) => isLiteralKey(call.argument(0).member('secret')),
    },
    {
      rule: signing,
      methods: 'asKey importKey createSecretKey JWK octKey oct from importJWK encode asKeyLike',
      callee: /jose|JWK|JWT|^(crypto|node:crypto)[.:]createSecretKey$/,
      when: (call) => isLiteralKey(call.argument(0)),
    },
    {
      rule: encryption,
      methods: 'createHmac createCipheriv createDecipheriv createCipher createDecipher createSign',
      callee: /^(crypto|browserify-cipher|create-hmac):|^crypto\./,
      when: (call) => isLiteralKey(call.argument(1)),
    },
    {
      rule: encryption,
      methods: 'encrypt decrypt HmacSHA1 HmacSHA256 HmacSHA512 HmacMD5',
      callee: /^(crypto-js(\/\w+)?:|CryptoJS\.)/,
      when: (call) => isLiteralKey(call.argument(1)),
    },
    {
      rule: session,
      methods: 'session cookieSession expressSession default clientSessions cookieParser ',
      callee:
        /^(express-session|cookie-session|client-sessions|cookie-parser|koa-session|@fastify\/session|@fastify\/cookie|iron-session|@hapi\/yar):|^(session|cookieSession|expressSession|cookieParser|express\.session)$/,
      when: (call) => {
        const first = call.argument(0);
        const keys = [first, first.member('secret'), first.member('keys')];
        return keys.some((key) => isLiteralKey(key) || isLiteralList(key));
      },
    },
    {
      rule: client,
      methods: 'Strategy default OAuth2Strategy GoogleStrategy JwtStrategy ',
      callee: /^passport-|Strategy$/,
      when: (call) =>
        call.isNew && strategyKeys.some((name) => isLiteralKey(call.argument(0).member(name))),
    },
    {
      rule: client,
      methods: 'auth basicAuth login authenticate connect createConnection createPool Sequelize',
      callee:
        /^(mysql2?(\/promise)?|pg|mariadb|mssql|sequelize|typeorm|mongoose|nodemailer|ldapjs|ssh2|ftp|basic-ftp|express-basic-auth):/,
      when: (call) =>
        /sequelize:/.test(call.name) && call.count >= 3 && isLiteralKey(call.argument(2)),
    },
  ],
};

function isLiteralList(value: ValueView): boolean {
  return /^\[\s*(['"][^'"]{3,}['"]\s*,?\s*)+\]$/.test(value.source);
}
