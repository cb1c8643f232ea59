import type { Rule, RuleGroup } from './rule.ts';

/** Reported by `match/computed-members.ts`, which looks at keys instead of values. */
export const chosenKey: Rule = {
  rule: 'prototype-pollution/chosen-key',
  check: 'check_input_handling',
  cwe: 'CWE-1321',
  severity: 'critical',
  message: 'Which member is written depends on a value that may be "__proto__".',
  suggestion: 'Use a Map, or refuse "__proto__", "constructor" and "prototype".',
};
/** Reported by `match/computed-members.ts`. */
export const chosenMember: Rule = {
  ...chosenKey,
  rule: 'prototype-pollution/chosen-member',
  severity: 'warning',
  message: 'Which member of an object is replaced depends on a value somebody else controls.',
  suggestion: 'Use a Map, or check the name against the names you expect.',
};
const massAssignment: Rule = {
  rule: 'prototype-pollution/mass-assignment',
  check: 'check_input_handling',
  cwe: 'CWE-915',
  severity: 'critical',
  message: 'A whole value from outside is merged into an object, with every member it brings.',
  suggestion: 'Copy the members you expect, one by one, or parse the value with a schema first.',
};

export const prototypeRules: RuleGroup = {
  sinks: [
    {
      rule: massAssignment,
      harm: 'prototype',
      methods:
        'assign merge mergeWith defaultsDeep extend set setWith deepmerge deepExtend mergeDeep recursive default ',
      callee:
        /^Object\.assign$|^(_|lodash|\$|jQuery)\.(merge|mergeWith|defaultsDeep|extend|set|setWith)$|^(lodash(\.\w+|\/\w+)?|deepmerge|merge|merge-deep|deep-extend|extend|defaults-deep|just-extend|merge-options|object-path|dot-prop|set-value|dset|node\.extend|mixin-deep):/,
      given: 'any',
      least: 3,
      // An object literal names its members: nothing else comes along.
      when: (call) =>
        [0, 1, 2, 3].some((index) => {
          const value = call.argument(index);
          return !value.isObject && value.taint.some(({ level }) => level === 3);
        }),
    },
  ],
};
