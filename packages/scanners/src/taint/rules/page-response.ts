import type { ts } from 'ts-morph';
import { functionAround } from '../match/surroundings.ts';
import { textOf } from '../model/syntax.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'renders_no_untrusted_html', cwe: 'CWE-79', severity: 'critical' } as const;

const response: Rule = {
  ...base,
  rule: 'xss/response-body',
  message: 'A value from the request is written into the response as it came.',
  suggestion: 'Escape the value, render it with an escaping template, or answer with JSON.',
};

const markup: Rule = {
  ...base,
  rule: 'xss/composed-markup',
  message: 'Markup is put together from a value somebody else controls.',
  suggestion: 'Escape the value, or build the element with textContent.',
};

const responses =
  /(^|\.)(res|response|reply|resp|ctx\.res|ctx\.response)\w*(\.(status|type|code|set|header|contentType)\(\))*\.\w+$/;

export const pageResponseRules: RuleGroup = {
  sinks: [
    {
      rule: response,
      harm: 'html',
      methods: 'send write end html body',
      callee: responses,
      given: [0],
      least: 3,
      when: (call) => !call.argument(0).isObject && !isPlainAnswer(call.node),
    },
    {
      rule: markup,
      harm: 'html',
      methods: 'marked parse parseHTML render',
      callee: /^(marked|showdown|markdown-it|htmlparser2|html-react-parser|react-html-parser):/,
      given: [0],
      least: 2,
    },
  ],
  assignments: [
    {
      rule: response,
      harm: 'html',
      target: /^ctx\.(response\.)?body$/,
      least: 3,
      when: (value, node) => !value.isObject && !isPlainAnswer(node),
    },
  ],
  properties: [
    {
      rule: response,
      harm: 'html',
      names: 'body',
      least: 3,
      // What a lambda gives back is an answer, and a page when it says so.
      when: (_, node) => /statusCode[\s\S]*text\/html/.test(textOf(node.parent)),
    },
  ],
  compositions: [
    { rule: markup, harm: 'html', unknown: 'dynamic', text: /<script\b[^>]*>?[^<]*\s/i },
    {
      rule: markup,
      harm: 'html',
      least: 3,
      text: /<\/?[a-z][^<>]*>|<[a-z]+[^>]*\s[\w-]+=["']?\s/i,
    },
  ],
};

/** True when the function around says that its answer is no page. */
function isPlainAnswer(node: ts.Node): boolean {
  return /['"`](application\/(json|octet-stream|pdf|xml)|text\/(plain|csv)|image\/)/.test(
    functionAround(node),
  );
}
