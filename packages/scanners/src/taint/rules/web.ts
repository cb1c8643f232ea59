import { ts } from 'ts-morph';
import { fileMentions, receivingName, statementAround } from '../match/surroundings.ts';
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
const anyOrigin: Rule = {
  ...base,
  rule: 'cors/any-origin',
  cwe: 'CWE-942',
  message: 'Pages of every origin may read the answers.',
  suggestion: 'List the origins that need access.',
};
const chosenOrigin: Rule = {
  ...base,
  rule: 'cors/chosen-origin',
  cwe: 'CWE-346',
  message: 'The allowed origin is taken from the request, so that every origin is allowed.',
  suggestion: 'Compare the origin with a list before you send it back.',
};
const looseOrigin: Rule = {
  ...base,
  rule: 'cors/loose-origin-pattern',
  cwe: 'CWE-183',
  message: 'A dot in the pattern of allowed origins stands for any character, so others match too.',
  suggestion: 'Write "\\." for a dot, and anchor the pattern.',
};
const anyWindow: Rule = {
  ...base,
  rule: 'messages/any-target',
  cwe: 'CWE-345',
  message: 'The message is sent to whatever page the window shows.',
  suggestion: 'Name the origin of the page that may read the message.',
};
const anySender: Rule = {
  ...base,
  rule: 'messages/unchecked-sender',
  cwe: 'CWE-346',
  message: 'Messages are acted on without a look at the page they come from.',
  suggestion: 'Compare `event.origin` with the origins you expect before you use `event.data`.',
};
const framing: Rule = {
  ...base,
  rule: 'headers/chosen-frame-options',
  cwe: 'CWE-451',
  message: 'A value from the request decides who may put the page in a frame.',
  suggestion: 'Send a constant, such as "DENY".',
};
const noFilter: Rule = {
  ...base,
  rule: 'headers/protection-disabled',
  cwe: 'CWE-79',
  message: 'A protection of the browser is switched off by a header.',
  suggestion: 'Drop the header; set a content security policy.',
};
const forgery: Rule = {
  ...base,
  rule: 'csrf/protection-missing',
  cwe: 'CWE-352',
  message: 'Requests that other pages forge are accepted.',
  suggestion: 'Check a token or the origin of every request that changes something.',
};
const listing: Rule = {
  ...base,
  rule: 'server/directory-listing',
  cwe: 'CWE-548',
  message: 'The server lists the files of a folder to everybody.',
  suggestion: 'Serve the files that are meant to be seen, without an index.',
};
const storage: Rule = {
  ...base,
  rule: 'tokens/in-web-storage',
  cwe: 'CWE-922',
  message: 'A token is kept in web storage, where every script of the page can read it.',
  suggestion: 'Keep it in a cookie with httpOnly and secure.',
};
const inspection: Rule = {
  ...base,
  rule: 'server/open-introspection',
  cwe: 'CWE-16',
  severity: 'info',
  message: 'The schema of the API can be asked for by everybody.',
  suggestion: 'Switch introspection off in production.',
};

const sessions =
  /^(express-session|cookie-session|client-sessions):|^(session|cookieSession|expressSession|cookie_session)$/;
const headerSetters = 'set header setHeader append writeHead Header';

export const webRules: RuleGroup = {
  sinks: [
    {
      rule: chosenOrigin,
      harm: 'html',
      methods: headerSetters,
      given: 'any',
      least: 2,
      when: (call) => isHeader(call, 'access-control-allow-origin'),
    },
    {
      rule: framing,
      harm: 'html',
      methods: headerSetters,
      given: 'any',
      least: 2,
      when: (call) => isHeader(call, 'x-frame-options'),
    },
  ],
  calls: [
    {
      rule: anyWindow,
      methods: 'postMessage',
      when: (call) =>
        call.argument(1).text === '*' || call.argument(1).member('targetOrigin').text === '*',
    },
    {
      rule: anySender,
      methods: 'addEventListener',
      callee: /^((window|self|globalThis|top|parent)\.)?addEventListener$/,
      when: (call) => call.argument(0).text === 'message' && isUncheckedListener(call),
    },
    {
      rule: anyOrigin,
      methods: headerSetters,
      when: (call) =>
        (isHeader(call, 'access-control-allow-origin') && call.argument(1).text === '*') ||
        call.argument(-1).member('Access-Control-Allow-Origin').text === '*',
    },
    {
      rule: noFilter,
      methods: headerSetters,
      when: (call) =>
        isHeader(call, 'x-xss-protection') &&
        /^0/.test(call.argument(1).text ?? call.argument(1).source),
    },
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
      rule: listing,
      methods: 'directory serveIndex default serve-index ',
      callee: /^serve-index:|^(serveIndex|express\.directory|express:directory)$/,
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
    {
      rule: forgery,
      // From version 4 on the protection is there unless it is switched off.
      methods: 'ApolloServer',
      callee: /^apollo-server(-\w+)*:/,
      when: (call) =>
        call.isNew &&
        call.argument(0).isObject &&
        !call.argument(0).member('csrfPrevention').isTrue,
    },
    {
      rule: forgery,
      methods: 'methodOverride default method-override ',
      callee: /^method-override:|(^|[.:])methodOverride$/,
      // The override changes the method after the protection has looked at it.
      when: (call) =>
        /\b(csurf|csrf|lusca|doubleCsrf)\s*\(/i.test(
          call.node.getSourceFile().text.slice(0, call.node.pos),
        ),
    },
  ],
  regexes: [{ rule: looseOrigin, when: isLooseOrigin }],
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
    {
      rule: anyOrigin,
      names: 'origin',
      when: (value, node) =>
        (value.text === '*' || (value.isTrue && isCredentialed(node))) && isCors(node),
    },
    {
      rule: anyOrigin,
      names: 'Access-Control-Allow-Origin access-control-allow-origin',
      when: (value) => value.text === '*',
    },
    {
      rule: noFilter,
      names: 'contentSecurityPolicy frameguard noSniff xssFilter hsts',
      when: (value, node) => value.isFalse && fileMentions(node, /\bhelmet\b/),
    },
    { rule: forgery, names: 'csrfPrevention csrf csrfProtection', when: (value) => value.isFalse },
    { rule: inspection, names: 'introspection', when: (value) => value.isTrue },
    {
      rule: noFilter,
      names: 'X-XSS-Protection x-xss-protection',
      when: (value) => /^0/.test(value.text ?? value.source),
    },
  ],
};

/** A pattern of whole addresses whose host has a dot that is not escaped, among allowed origins. */
function isLooseOrigin(source: string, node: ts.RegularExpressionLiteral): boolean {
  const host = /^\/\^?\(?(?:https?|\(?http\|https\)?|https\?)\)?:\\?\/\\?\/(.*)\/[a-z]*$/.exec(
    source,
  )?.[1];
  if (host === undefined || !/(?<![\\\])])\b\.(?=[a-z]{2,}(\.|\$|\\|\/|:|$))/i.test(host))
    return false;
  return /cors|origin|allow|white_?list|trusted|domain|host/i.test(
    `${receivingName(node)} ${statementAround(node)}`,
  );
}

/** True when the listener is in sight and never asks where the message comes from. */
function isUncheckedListener(call: CallView): boolean {
  const { body } = call.argument(1);
  return body !== undefined && body.length > 2 && !/[.{,]\s*(origin|source|isTrusted)\b/.test(body);
}

function isHeader(call: CallView, name: string): boolean {
  const first = call.argument(0);
  if (first.text !== undefined) return first.text.toLowerCase() === name;
  return call.source.toLowerCase().includes(name);
}

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

function isCors(node: ts.PropertyAssignment): boolean {
  return (
    fileMentions(node, /cors/i) &&
    /cors|methods|credentials|allowedHeaders|optionsSuccess|server/i.test(
      textOf(node.parent.parent),
    )
  );
}

function isCredentialed(node: ts.PropertyAssignment): boolean {
  return /credentials['"]?\s*:\s*true/.test(textOf(node.parent));
}
