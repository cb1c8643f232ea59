import { ts } from 'ts-morph';
import { fileMentions, statementAround } from '../match/surroundings.ts';
import { textOf } from '../model/syntax.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'renders_no_untrusted_html', cwe: 'CWE-79', severity: 'critical' } as const;

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

export const escapingRules: RuleGroup = {
  assignments: [
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
    { rule: escaping, names: 'autoescape', when: (value) => value.isFalse },
    { rule: escaping, names: 'noEscape', when: (value) => value.isTrue },
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
};

function escapesQuotes(node: ts.Node): boolean {
  return /&(quot|#34|#39|apos|#x27);/i.test(statementAround(node));
}
