import { ts } from 'ts-morph';
import { receivingName } from '../match/surroundings.ts';
import type { CallView, ValueView } from '../match/view.ts';
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
const credential: Rule = {
  ...base,
  severity: 'warning',
  rule: 'secrets/literal-credential',
  message: 'A password or a key stands in the source.',
  suggestion:
    'Read it from the environment or a secret store, and replace the one that was exposed.',
};
const address: Rule = {
  ...base,
  rule: 'secrets/credential-in-address',
  message: 'An address contains a user name and a password.',
  suggestion: 'Build the address from values that are read from the environment or a secret store.',
};
const encryption: Rule = {
  ...base,
  rule: 'secrets/encryption-key',
  message: 'The key of a digest or a cipher stands in the source.',
  suggestion: 'Read the key from the environment or a secret store.',
};
const payload: Rule = {
  rule: 'tokens/secret-in-payload',
  check: 'exposes_no_secrets',
  cwe: 'CWE-522',
  severity: 'warning',
  message: 'A token carries a password or a whole object; whoever holds the token can read it.',
  suggestion: 'Put only the identifiers into the token that its reader needs.',
};

const keyNames =
  'password passwd pwd secret clientSecret client_secret apiKey api_key apikey apiSecret api_secret accessKey access_key secretAccessKey secretKey secret_key authToken auth_token accessToken access_token privateKey private_key secretOrKey consumerSecret appSecret app_secret masterKey encryptionKey signingKey jwtSecret sessionSecret cookieSecret refreshToken bearerToken dbPassword passphrase';

const secretName =
  /(^|[._a-z])(password|passwd|secret|secret_?key|api_?key|api_?secret|auth_?token|access_?token|private_?key|client_?secret)$/i;

const strategyKeys =
  'clientSecret secretOrKey consumerSecret appSecret secret accessTokenSecret apiSecret clientID_secret returnSecret verifySecret jwtSecret'.split(
    ' ',
  );

export const secretRules: RuleGroup = {
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
      rule: payload,
      methods: 'sign encode signAsync',
      callee: /^(jsonwebtoken|jwt-simple|jose|fast-jwt):|^(jwt|JWT|jose)\./,
      when: (call) => carriesSecret(call),
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
  properties: [
    {
      rule: credential,
      names: keyNames,
      when: (value, node) =>
        isLiteralKey(value) && ts.isStringLiteralLike(node.initializer) && !isDescription(node),
    },
  ],
  strings: [
    { rule: credential, when: (text) => /^(AKIA|ASIA)[A-Z0-9]{16}$/.test(text) },
    {
      rule: credential,
      when: (text, node) =>
        isAssignedAlone(node) && secretName.test(receivingName(node)) && isRandom(text),
    },
    {
      rule: address,
      when: (text) =>
        /^[a-z][\w+.-]*:\/\/[^\s:@/{}$<>]+:[^\s:@/{}$<>]+@[\w.-]+/i.test(text) &&
        !/:(password|pass|pwd|secret|xxx+|\*+|user|postgres|root|example|changeme)@|@(localhost|127\.|example\.|(host|db|postgres)(:|\/|$))/i.test(
          text,
        ),
    },
  ],
};

/** A text that could be a key: not empty, no placeholder, no name of something else. */
function isLiteralKey(value: ValueView): boolean {
  const text = value.text ?? wrappedText(value) ?? value.fallback;
  if (text === undefined || text.length < 3) return false;
  return !/^(\$\{|<|%|\{\{|process\.|your[-_ ]|xxx|\*+$|\.\.\.|-----BEGIN (PUBLIC|CERT)|(md5|sha\d+|hex|base64|utf-?8|string|password|secret|text|hidden|none)$)/i.test(
    text,
  );
}

/** The text inside of what makes a key of it: `JWK.asKey('…')`, `Buffer.from('…')`. */
function wrappedText(value: ValueView): string | undefined {
  const inner = value.call;
  if (
    inner === undefined ||
    !/(asKey|importKey|createSecretKey|from|encode|parse|oct)$/.test(inner.name)
  )
    return undefined;
  return inner.argument(0).text ?? wrappedText(inner.argument(0));
}

function isLiteralList(value: ValueView): boolean {
  return /^\[\s*(['"][^'"]{3,}['"]\s*,?\s*)+\]$/.test(value.source);
}

/** `const token = '…'` and `x.token = '…'`; members of object literals have a rule of their own. */
function isAssignedAlone(node: ts.StringLiteralLike): boolean {
  const owner = node.parent;
  return (
    ts.isVariableDeclaration(owner) ||
    ts.isBinaryExpression(owner) ||
    ts.isPropertyDeclaration(owner)
  );
}

/** Letters, digits and no blank, as in a key and unlike in a word, a path or an address. */
function isRandom(text: string): boolean {
  return (
    /^(?=.*\d)(?=.*[a-z])[^\s/:<>{}]{12,}$/i.test(text) &&
    !/^(test|example|dummy|fake|mock|your)/i.test(text)
  );
}

/** Labels, types and messages have the same names as what they describe. */
function isDescription(node: ts.PropertyAssignment): boolean {
  const text = ts.isStringLiteralLike(node.initializer) ? node.initializer.text : '';
  const isProse = /\s/.test(text) || /^[A-Z][a-z]+$/.test(text) || /[.!?:]$/.test(text);
  return (
    isProse ||
    /label|message|error|translation|i18n|schema|type|column|placeholder|field/i.test(
      receivingName(node.parent),
    )
  );
}

function carriesSecret(call: CallView): boolean {
  const first = call.argument(0);
  if (first.isObject)
    return ['password', 'passwd', 'pwd', 'secret'].some(
      (name) => first.member(name).node !== undefined,
    );
  return /^_?(user|account|profile|customer|member|person|admin)(\w*(Data|Record|Doc|Obj))?$/i.test(
    first.source,
  );
}
