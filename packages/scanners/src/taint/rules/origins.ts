import type { ts } from 'ts-morph';
import { fileMentions, receivingName, statementAround } from '../match/surroundings.ts';
import type { CallView } from '../match/view.ts';
import { textOf } from '../model/syntax.ts';
import { headerSetters, isHeader } from './headers.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'keeps_transport_and_cookies_safe', severity: 'warning' } as const;

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

export const originRules: RuleGroup = {
  sinks: [
    {
      rule: chosenOrigin,
      harm: 'html',
      methods: headerSetters,
      given: 'any',
      least: 2,
      when: (call) => isHeader(call, 'access-control-allow-origin'),
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
  ],
  regexes: [{ rule: looseOrigin, when: isLooseOrigin }],
  properties: [
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
