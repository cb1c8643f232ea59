import { fileMentions } from '../match/surroundings.ts';
import type { Rule, RuleGroup } from './rule.ts';

/** Reported by `match/slow-regexes.ts`, which analyses the pattern itself. */
export const exponential: Rule = {
  rule: 'regex/exponential-backtracking',
  check: 'avoids_catastrophic_regex',
  cwe: 'CWE-1333',
  severity: 'critical',
  message:
    'The pattern can match a text in exponentially many ways: a short text stops the process.',
  suggestion: 'Make the alternatives of the repeated part exclude each other.',
};
/** Reported by `match/slow-regexes.ts`. */
export const polynomial: Rule = {
  rule: 'regex/polynomial-backtracking',
  check: 'avoids_catastrophic_regex',
  cwe: 'CWE-1333',
  severity: 'warning',
  message: 'The pattern needs time that grows with a power of the length of the text.',
  suggestion: 'Let neighbouring repetitions exclude each other, or limit the length of the text.',
};
const chosen: Rule = {
  rule: 'regex/chosen-pattern',
  check: 'avoids_catastrophic_regex',
  cwe: 'CWE-1333',
  severity: 'warning',
  message: 'The pattern comes from a value somebody else controls, who can make it run for hours.',
  suggestion: 'Escape the value, or compare texts without a pattern.',
};
const everyError: Rule = {
  rule: 'regex/unbounded-validation',
  check: 'check_input_handling',
  cwe: 'CWE-400',
  severity: 'warning',
  message: 'The validator collects every error of a document, however many there are.',
  suggestion: 'Leave `allErrors` off for documents from outside.',
};

export const regexRules: RuleGroup = {
  sinks: [
    {
      rule: chosen,
      harm: 'regex',
      methods: 'RegExp',
      callee: /^((window|global|globalThis)\.)?RegExp$/,
      given: [0],
    },
  ],
  properties: [
    {
      rule: everyError,
      names: 'allErrors',
      when: (value, node) => value.isTrue && fileMentions(node, /\bajv\b/i),
    },
  ],
};
