import type { CallView } from '../match/view.ts';
import type { Rule, RuleGroup } from './rule.ts';

const payload: Rule = {
  rule: 'tokens/secret-in-payload',
  check: 'exposes_no_secrets',
  cwe: 'CWE-522',
  severity: 'warning',
  message: 'A token carries a password or a whole object; whoever holds the token can read it.',
  suggestion: 'Put only the identifiers into the token that its reader needs.',
};

export const tokenContentRules: RuleGroup = {
  calls: [
    {
      rule: payload,
      methods: 'sign encode signAsync',
      callee: /^(jsonwebtoken|jwt-simple|jose|fast-jwt):|^(jwt|JWT|jose)\./,
      when: (call) => carriesSecret(call),
    },
  ],
};

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
