import { fileMentions, functionAround } from '../match/surroundings.ts';
import type { CallView } from '../match/view.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'uses_sound_crypto', severity: 'warning' } as const;

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

export const tokenRules: RuleGroup = {
  calls: [
    {
      rule: unsigned,
      methods: 'verify',
      callee: /^jsonwebtoken:verify$|^jwt\.verify$/,
      when: (call) => /^(null|false|''|""|undefined)$/.test(call.argument(1).source),
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
  ],
};

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
