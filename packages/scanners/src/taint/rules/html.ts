import { ts } from 'ts-morph';
import { fileMentions, functionAround, statementAround } from '../match/surroundings.ts';
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
const handMade: Rule = {
  ...base,
  severity: 'info',
  rule: 'xss/hand-made-escaping',
  cwe: 'CWE-79',
  message: 'Escaping by hand leaves out the quotes: a value can still end an attribute.',
  suggestion: 'Use an escaping library, or escape & < > " and the single quote.',
};
const anyResource: Rule = {
  ...base,
  severity: 'warning',
  rule: 'xss/any-resource-trusted',
  message: 'Templates and scripts are loaded from every address that matches a wildcard.',
  suggestion: 'List the whole addresses that you trust.',
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
      when: (call) => !call.argument(0).isObject && !isPlainAnswer(call.node),
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
      callee: /^(\$|jQuery|angular\.element)(\(\))?(\.\w+\(\))*\.\w+$|^(jquery|cash-dom|zepto):/,
      given: [0],
    },
    {
      rule: inner,
      harm: 'html',
      methods: '$ jQuery element $compile $sce',
      callee: /^(\$|jQuery|angular\.element|\$compile)$/,
      given: [0],
      when: (call) =>
        /^(angular\.element|\$compile)$/.test(call.name) || /^\s*</.test(call.argument(0).parts),
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
      rule: react,
      harm: 'html',
      methods: 'createElement cloneElement jsx jsxs',
      callee: /^(react|preact|react\/jsx-runtime):|^(React|preact)\.|^(createElement|h|jsx)$/,
      given: [1],
      members: 'dangerouslySetInnerHTML',
      when: (call) => call.argument(1).member('dangerouslySetInnerHTML').node !== undefined,
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
    { rule: inner, harm: 'html', methods: 'createNodesFromMarkup', given: [0] },
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
      rule: inner,
      harm: 'html',
      target: /\.(innerHTML|outerHTML|srcdoc)$/,
      unknown: 'composed',
      when: isUncleaned,
    },
    {
      rule: response,
      harm: 'html',
      target: /^ctx\.(response\.)?body$/,
      least: 3,
      when: (value, node) => !value.isObject && !isPlainAnswer(node),
    },
    { rule: address, harm: 'html', target: /(?<!location)\.(href|src|action)$/, least: 3 },
    { rule: escaping, target: /\.escapeMarkup$/, when: (value) => value.isFalse },
    {
      rule: escaping,
      target: /\.escape(Function|HTML|Html|XML)?$/,
      when: (_, node) =>
        /^(mustache|handlebars|ejs|pug|hogan\.js|hbs|nunjucks|lodash|underscore)\b/i.test(
          textOf(node.left),
        ),
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
    { rule: react, harm: 'html', names: '__html', when: isUncleaned },
    { rule: escaping, names: 'autoescape', when: (value) => value.isFalse },
    { rule: escaping, names: 'noEscape', when: (value) => value.isTrue },
  ],
  attributes: [
    {
      rule: react,
      harm: 'html',
      names: 'dangerouslySetInnerHTML',
      when: (value) => !value.isObject && isUncleaned(value),
    },
    {
      rule: address,
      harm: 'html',
      names: 'href xlinkHref src action formAction srcDoc',
      when: (value, node) => isOpenAddress(value) && !isComponent(node),
    },
  ],
  calls: [
    {
      rule: anyResource,
      methods: 'resourceUrlWhitelist resourceUrlAllowList trustedResourceUrlList',
      when: (call) => /['"](\*\*|\w*:?\/\/\*)|\*\*\./.test(call.argument(0).source),
    },
    {
      rule: escaping,
      methods: 'translations',
      callee: /\$translateProvider\./,
      when: (call) => !fileMentions(call.node, /useSanitizeValueStrategy/),
    },
    {
      rule: handMade,
      methods: 'replace replaceAll',
      when: (call) =>
        /^&(lt|#60|#x3c);$/i.test(call.argument(1).text ?? '') && !escapesQuotes(call.node),
    },
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

function escapesQuotes(node: ts.Node): boolean {
  return /&(quot|#34|#39|apos|#x27);/i.test(statementAround(node));
}

function isUncleaned(value: ValueView): boolean {
  return !/sanitiz|sanitis|purify|escape|\bxss\(/i.test(value.source);
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
