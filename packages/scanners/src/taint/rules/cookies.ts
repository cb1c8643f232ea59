import { ts } from 'ts-morph';
import type { CallView } from '../match/view.ts';
import { textOf } from '../model/syntax.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'keeps_transport_and_cookies_safe', severity: 'warning' } as const;

const cookie: Rule = {
  ...base,
  rule: 'cookies/weak-flags',
  cwe: 'CWE-522',
  message: 'A session cookie is set up without `secure` or `httpOnly`, or can be read by scripts.',
  suggestion: 'Set `httpOnly: true`, `secure: true` and `sameSite` on the cookie.',
};

const cookieDefaults: Rule = {
  ...base,
  severity: 'info',
  rule: 'cookies/default-options',
  cwe: 'CWE-522',
  message: 'Session cookies keep defaults that weaken them (name, domain, path, lifetime, secure).',
  suggestion: 'Name the cookie, and set secure, httpOnly, domain, path and expires yourself.',
};

const storage: Rule = {
  ...base,
  rule: 'tokens/in-web-storage',
  cwe: 'CWE-922',
  message: 'A token is kept in web storage, where every script of the page can read it.',
  suggestion: 'Keep it in a cookie with httpOnly and secure.',
};

const sessions =
  /^(express-session|cookie-session|client-sessions):|^(session|cookieSession|expressSession|cookie_session)$/;

export const cookieRules: RuleGroup = {
  calls: [
    {
      rule: cookieDefaults,
      methods: 'session cookieSession default expressSession clientSessions cookie_session ',
      callee: sessions,
      when: (call) => call.argument(0).isObject && hasDefaults(call),
    },
    {
      rule: cookie,
      methods: 'cookie setCookie',
      callee: /(^|\.)(res|response|reply|resp|ctx|c)\w*(\.\w+\(\))*\.(cookie|setCookie)$/,
      when: (call) =>
        /sess|token|auth|jwt|sid/i.test(call.argument(0).source) &&
        (call.count < 3 || (call.argument(2).isObject && !isStrict(call, 2))),
    },
    {
      rule: storage,
      methods: 'setItem',
      callee: /(^|\.)(localStorage|sessionStorage)\.setItem$/,
      when: (call) =>
        /token|jwt|secret|credential|password/i.test(
          `${call.argument(0).source} ${call.argument(1).source}`,
        ),
    },
  ],
  properties: [
    {
      rule: cookie,
      names: 'httpOnly',
      when: (value) => value.isFalse,
    },
    {
      rule: cookie,
      names: 'secure',
      when: (value, node) => value.isFalse && isCookie(node),
    },
  ],
};

function isStrict(call: CallView, index: number): boolean {
  const options = call.argument(index);
  return (
    !options.member('httpOnly').isFalse &&
    options.member('httpOnly').node !== undefined &&
    options.member('secure').node !== undefined
  );
}

function hasDefaults(call: CallView): boolean {
  const options = call.argument(0);
  const flags = options.member('cookie').node === undefined ? options : options.member('cookie');
  return ['secure', 'httpOnly', 'domain', 'path', 'expires'].some(
    (name) => flags.member(name).node === undefined,
  );
}

function isCookie(node: ts.PropertyAssignment): boolean {
  const owner = node.parent.parent;
  const around = ts.isPropertyAssignment(owner) ? textOf(owner.name) : textOf(owner);
  return (
    /cookie|session/i.test(around) ||
    /\bhttpOnly\b|\bsameSite\b|\bmaxAge\b/.test(textOf(node.parent))
  );
}
