import { ts } from 'ts-morph';
import type { ValueView } from '../match/view.ts';
import { textOf, unwrap } from '../model/syntax.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'renders_no_untrusted_html', cwe: 'CWE-79', severity: 'critical' } as const;

const address: Rule = {
  ...base,
  rule: 'xss/chosen-address',
  message: 'A link or a frame takes its address from a value, which may start with "javascript:".',
  suggestion: 'Allow only http, https and relative addresses.',
};

const scriptUrl: Rule = {
  ...base,
  rule: 'xss/script-address',
  severity: 'warning',
  message: 'An address with the scheme "javascript:" runs as code.',
  suggestion: 'Use an event handler.',
};

export const addressRules: RuleGroup = {
  sinks: [
    {
      rule: address,
      harm: 'html',
      methods: 'setAttribute attr setAttributeNS prop',
      given: 'last',
      when: (call) =>
        /^(href|src|srcdoc|action|formaction|xlink:href|on\w+|data)$/i.test(
          call.argument(-2).text ?? '',
        ),
    },
    {
      rule: address,
      harm: 'html',
      methods: 'createElement cloneElement jsx jsxs',
      callee: /^(react|preact|react\/jsx-runtime):|^(React|preact)\.|^(createElement|jsx)$/,
      given: [1],
      members: 'href src action formAction',
      when: (call) =>
        call.argument(0).text !== undefined &&
        ['href', 'src', 'action'].some((name) => isOpenAddress(call.argument(1).member(name))),
    },
  ],
  assignments: [
    { rule: address, harm: 'html', target: /(?<!location)\.(href|src|action)$/, least: 3 },
  ],
  attributes: [
    {
      rule: address,
      harm: 'html',
      names: 'href xlinkHref src action formAction srcDoc',
      when: (value, node) => isOpenAddress(value) && !isComponent(node),
    },
  ],
  strings: [
    {
      rule: scriptUrl,
      when: (text) => /^javascript:(?!(void\(?0?\)?|\s*;?|\/\/)?;?$)./i.test(text),
    },
  ],
};

/** An address that begins with something fixed cannot change its scheme. */
function isOpenAddress({ node }: ValueView): boolean {
  if (node === undefined) return false;
  const inner = unwrap(node);
  if (ts.isTemplateExpression(inner)) return inner.head.text.trim() === '';
  if (ts.isBinaryExpression(inner)) return !ts.isStringLiteralLike(unwrap(leftmost(inner)));
  return true;
}

function leftmost(node: ts.BinaryExpression): ts.Expression {
  let left: ts.Expression = node;
  while (ts.isBinaryExpression(left)) left = unwrap(left.left);
  return left;
}

/** `<Link href>` is a component: what it does with the address is its own affair. */
function isComponent(node: ts.JsxAttribute): boolean {
  return /^[A-Z]/.test(textOf(node.parent.parent.tagName));
}
