import { ts } from 'ts-morph';
import type { ValueView } from '../match/view.ts';
import { textOf, unwrap } from '../model/syntax.ts';
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
const inner: Rule = {
  ...base,
  rule: 'xss/markup-sink',
  message: 'A value that is not constant is read as markup.',
  suggestion: 'Set textContent, or pass the value through a sanitizer such as DOMPurify first.',
};
const react: Rule = {
  ...base,
  rule: 'xss/raw-react-markup',
  message: 'React renders a value as markup, past its own escaping.',
  suggestion: 'Render the value as a child, or sanitize it before it becomes __html.',
};
const address: Rule = {
  ...base,
  rule: 'xss/chosen-address',
  message: 'A link or a frame takes its address from a value, which may start with "javascript:".',
  suggestion: 'Allow only http, https and relative addresses.',
};
const trusted: Rule = {
  ...base,
  rule: 'xss/declared-trusted',
  message: 'A value is declared safe for markup, so that the framework no longer cleans it.',
  suggestion: 'Drop the bypass and let the framework sanitize, or sanitize the value first.',
};
const escaping: Rule = {
  ...base,
  rule: 'xss/escaping-disabled',
  cwe: 'CWE-116',
  message: 'Escaping of a template engine or framework is switched off or replaced.',
  suggestion: 'Leave escaping on; mark single values as safe where they are.',
};
const incomplete: Rule = {
  ...base,
  rule: 'xss/incomplete-escaping',
  severity: 'warning',
  cwe: 'CWE-116',
  message: 'Only some of the characters are replaced: this cleans nothing.',
  suggestion:
    'Replace every occurrence (a regular expression with /g), or use an escaping library.',
};
const scriptUrl: Rule = {
  ...base,
  rule: 'xss/script-address',
  severity: 'warning',
  message: 'An address with the scheme "javascript:" runs as code.',
  suggestion: 'Use an event handler.',
};

const responses =
  /(^|\.)(res|response|reply|resp|ctx\.res|ctx\.response)\w*(\.(status|type|code|set|header|contentType)\(\))*\.\w+$/;

export const htmlRules: RuleGroup = {
  sinks: [
    {
      rule: response,
      harm: 'html',
      methods: 'send write end html body',
      callee: responses,
      given: [0],
      least: 3,
    },
    {
      rule: inner,
      harm: 'html',
      methods:
        'insertAdjacentHTML createContextualFragment setHTMLUnsafe parseFromString setHTML writeln',
      given: 'last',
      when: (call) =>
        !/xml/i.test(call.argument(1).text ?? '') || !/parseFromString/.test(call.name),
    },
    {
      rule: inner,
      harm: 'html',
      methods: 'write writeln',
      callee: /(^|\.)document\.(write|writeln)$/,
      given: 'any',
    },
    {
      rule: inner,
      harm: 'html',
      methods:
        'html append prepend after before replaceWith wrap wrapAll wrapInner add parseHTML appendTo insertAfter insertBefore prependTo globalEval',
      callee: /^(\$|jQuery)(\(\))?(\.\w+\(\))*\.\w+$|^(jquery|cash-dom|zepto):/,
      given: [0],
    },
    {
      rule: inner,
      harm: 'html',
      methods: '$ jQuery element $compile $sce',
      callee: /^(\$|jQuery|angular\.element|\$compile)$/,
      given: [0],
      composed: false,
      when: (call) =>
        /^(angular\.element|\$compile)$/.test(call.name) ||
        /^\s*</.test(markupStart(call.argument(0))),
    },
    {
      rule: trusted,
      harm: 'html',
      methods:
        'bypassSecurityTrustHtml bypassSecurityTrustScript bypassSecurityTrustStyle bypassSecurityTrustUrl bypassSecurityTrustResourceUrl trustAs trustAsHtml trustAsJs trustAsCss trustAsUrl trustAsResourceUrl SafeString unsafeHTML unsafeSVG raw',
      callee:
        /(bypassSecurityTrust\w+|trustAs\w*|SafeString|unsafeHTML|unsafeSVG)$|(^|[.:])(html|hono\/html:raw)$/,
      given: 'last',
    },
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
      rule: markup,
      harm: 'html',
      methods: 'marked parse createNodesFromMarkup parseHTML render',
      callee:
        /^(marked|fbjs\/.*|showdown|markdown-it|htmlparser2|html-react-parser|react-html-parser):|createNodesFromMarkup$/,
      given: [0],
      least: 2,
    },
  ],
  assignments: [
    {
      rule: inner,
      target: /\.(innerHTML|outerHTML|srcdoc)$/,
      harm: 'html',
      when: (value) => !value.isConstant && !isCleaned(value) && value.isComposed,
    },
    { rule: address, target: /\.(href|src|action)$/, harm: 'html', least: 3 },
    {
      rule: escaping,
      target: /\.(escapeMarkup|escape|escapeFunction|escapeHTML|escapeHtml)$/,
      when: (value, node) =>
        value.isFalse ||
        (/(mustache|handlebars|ejs|pug)\.escape\w*$/i.test(textOf(node.left)) &&
          value.node !== undefined),
    },
  ],
  properties: [
    {
      rule: react,
      names: '__html',
      when: (value) => !value.isConstant && !isCleaned(value),
    },
    {
      rule: escaping,
      names: 'autoescape noEscape',
      when: (value, node) =>
        value.isFalse !== /noEscape/.test(textOf(node.name)) && (value.isFalse || value.isTrue),
    },
  ],
  attributes: [
    {
      rule: react,
      names: 'dangerouslySetInnerHTML',
      when: (value) => !value.isObject && !value.isConstant && !isCleaned(value),
    },
    {
      rule: address,
      names: 'href xlinkHref src action formAction srcDoc',
      harm: 'html',
      when: (value, node) => isOpenAddress(value) && value.taint.length > 0 && !isComponent(node),
    },
  ],
  calls: [
    {
      rule: escaping,
      methods: 'enabled',
      callee: /\$sceProvider\.enabled$/,
      when: (call) => call.argument(0).isFalse,
    },
    {
      rule: incomplete,
      methods: 'replace',
      when: (call) =>
        /^(<|>|&|'|"|\.\.|\.\.\/|\/|<script>?)$/.test(call.argument(0).text ?? '') &&
        call.argument(1).text !== undefined &&
        call.argument(0).node !== undefined &&
        ts.isStringLiteral(call.argument(0).node as ts.Node),
    },
  ],
  strings: [
    {
      rule: scriptUrl,
      when: (text) => /^javascript:(?!(void\(?0?\)?|\s*;?|\/\/)?;?$)./i.test(text),
    },
  ],
  compositions: [
    {
      rule: markup,
      harm: 'html',
      least: 3,
      text: /<\/?[a-z][^<>]*>|<[a-z]+[^>]*\s[\w-]+=["']?\s/i,
    },
  ],
};

function isCleaned(value: ValueView): boolean {
  return /sanitiz|sanitis|purify|escape|\bxss\(/i.test(value.source);
}

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

function markupStart(value: ValueView): string {
  if (value.node === undefined) return '';
  const inner = unwrap(value.node);
  if (ts.isTemplateExpression(inner)) return inner.head.text;
  return ts.isBinaryExpression(inner) ? textOf(leftmost(inner)).slice(1) : '';
}
