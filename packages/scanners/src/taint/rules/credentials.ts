import { ts } from 'ts-morph';
import { isLiteralKey } from '../match/literal-key.ts';
import { receivingName } from '../match/surroundings.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'exposes_no_secrets', cwe: 'CWE-798', severity: 'critical' } as const;

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

const keyNames =
  'password passwd pwd secret clientSecret client_secret apiKey api_key apikey apiSecret api_secret accessKey access_key secretAccessKey secretKey secret_key authToken auth_token accessToken access_token privateKey private_key secretOrKey consumerSecret appSecret app_secret masterKey encryptionKey signingKey jwtSecret sessionSecret cookieSecret refreshToken bearerToken dbPassword passphrase';
const secretName =
  /(^|[._a-z])(password|passwd|secret|secret_?key|api_?key|api_?secret|auth_?token|access_?token|private_?key|client_?secret)$/i;

export const credentialRules: RuleGroup = {
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
