import { ts } from 'ts-morph';
import { isHostFixed } from '../match/fixed-host.ts';
import { enclosingFunction, textOf } from '../model/syntax.ts';
import type { Rule, RuleGroup } from './rule.ts';

const redirect: Rule = {
  rule: 'open-redirect/chosen-target',
  check: 'check_input_handling',
  cwe: 'CWE-601',
  severity: 'critical',
  message: 'The browser is sent to an address that somebody else controls.',
  suggestion: 'Allow only paths of this site, or look the target up in a fixed list.',
};

export const redirectRules: RuleGroup = {
  sinks: [
    {
      rule: redirect,
      harm: 'redirect',
      trustsEnvironment: true,
      methods: 'redirect redirectTo permanentRedirect',
      given: 'any',
      least: 2,
      when: (call) => !isHostFixed(call.argument(-1)),
    },
    {
      rule: redirect,
      harm: 'redirect',
      trustsEnvironment: true,
      methods: 'setHeader set header append writeHead location',
      callee: /(^|\.)(res|response|reply|resp|ctx)\w*(\.\w+\(\))?\.\w+$/,
      given: 'any',
      least: 2,
      when: (call) =>
        /^['"]?location\b/i.test(call.argument(0).source) ||
        /\.location$/.test(call.name) ||
        call.argument(-1).member('Location').taint.length > 0 ||
        call.argument(-1).member('location').taint.length > 0,
    },
    {
      rule: redirect,
      harm: 'redirect',
      trustsEnvironment: true,
      methods: 'assign replace open',
      callee: /^((window|document|self|top|parent)\.)*location\.(assign|replace)$|^window\.open$/,
      given: [0],
      least: 2,
      when: (call) => !isHostFixed(call.argument(0)),
    },
  ],
  properties: [
    {
      rule: redirect,
      harm: 'redirect',
      trustsEnvironment: true,
      names: 'url',
      least: 2,
      when: (value, node) => isRedirectResult(node) && !isHostFixed(value),
    },
  ],
  assignments: [
    {
      rule: redirect,
      harm: 'redirect',
      trustsEnvironment: true,
      target: /^((window|document|self|top|parent|globalThis|\$window)\.)*location(\.href)?$/,
      when: (value) => !isHostFixed(value),
    },
  ],
};

/** The object that a method with `@Redirect()` gives back says where to go. */
function isRedirectResult(node: ts.PropertyAssignment): boolean {
  const owner = enclosingFunction(node);
  if (owner === undefined || !ts.canHaveDecorators(owner)) return false;
  return (
    ts.getDecorators(owner)?.some(({ expression }) => /^Redirect\b/.test(textOf(expression))) ??
    false
  );
}
