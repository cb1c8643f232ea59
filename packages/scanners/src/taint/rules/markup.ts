import type { ValueView } from '../match/view.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'renders_no_untrusted_html', cwe: 'CWE-79', severity: 'critical' } as const;

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

const trusted: Rule = {
  ...base,
  rule: 'xss/declared-trusted',
  message: 'A value is declared safe for markup, so that the framework no longer cleans it.',
  suggestion: 'Drop the bypass and let the framework sanitize, or sanitize the value first.',
};

export const markupRules: RuleGroup = {
  sinks: [
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
      rule: react,
      harm: 'html',
      methods: 'createElement cloneElement jsx jsxs',
      callee: /^(react|preact|react\/jsx-runtime):|^(React|preact)\.|^(createElement|h|jsx)$/,
      given: [1],
      members: 'dangerouslySetInnerHTML',
      when: (call) => call.argument(1).member('dangerouslySetInnerHTML').node !== undefined,
    },
    { rule: inner, harm: 'html', methods: 'createNodesFromMarkup', given: [0] },
  ],
  assignments: [
    {
      rule: inner,
      harm: 'html',
      target: /\.(innerHTML|outerHTML|srcdoc)$/,
      unknown: 'composed',
      when: isUncleaned,
    },
  ],
  properties: [{ rule: react, harm: 'html', names: '__html', when: isUncleaned }],
  attributes: [
    {
      rule: react,
      harm: 'html',
      names: 'dangerouslySetInnerHTML',
      when: (value) => !value.isObject && isUncleaned(value),
    },
  ],
};

function isUncleaned(value: ValueView): boolean {
  return !/sanitiz|sanitis|purify|escape|\bxss\(/i.test(value.source);
}
