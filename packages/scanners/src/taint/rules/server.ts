import { fileMentions } from '../match/surroundings.ts';
import { headerSetters, isHeader } from './headers.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'keeps_transport_and_cookies_safe', severity: 'warning' } as const;

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

const inspection: Rule = {
  ...base,
  rule: 'server/open-introspection',
  cwe: 'CWE-16',
  severity: 'info',
  message: 'The schema of the API can be asked for by everybody.',
  suggestion: 'Switch introspection off in production.',
};

export const serverRules: RuleGroup = {
  sinks: [
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
      rule: noFilter,
      methods: headerSetters,
      when: (call) =>
        isHeader(call, 'x-xss-protection') &&
        /^0/.test(call.argument(1).text ?? call.argument(1).source),
    },
    {
      rule: listing,
      methods: 'directory serveIndex default serve-index ',
      callee: /^serve-index:|^(serveIndex|express\.directory|express:directory)$/,
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
  properties: [
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
