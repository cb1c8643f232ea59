import type { Rule, RuleGroup } from './rule.ts';

const entities: Rule = {
  rule: 'xxe/entities-expanded',
  check: 'check_input_handling',
  cwe: 'CWE-611',
  severity: 'critical',
  message: 'The XML parser expands external entities, which can read files and call addresses.',
  suggestion: 'Leave entity expansion off (no `noent`, no DTD loading).',
};
const foreign: Rule = {
  rule: 'xxe/foreign-document',
  check: 'check_input_handling',
  cwe: 'CWE-611',
  severity: 'warning',
  message: 'XML from somebody else is read by a parser that follows its document type.',
  suggestion: 'Refuse documents with a DOCTYPE, or use a parser that never expands entities.',
};

export const xmlRules: RuleGroup = {
  sinks: [
    {
      rule: foreign,
      harm: 'xml',
      methods: 'parse write toJson toXml end default ',
      callee: /^(node-expat|sax|xml2json|expat|xml-stream):|^(xml2json|expat|expatParser)\.\w+$/,
      given: [0],
    },
  ],
  properties: [{ rule: entities, names: 'noent dtdload dtdattr', when: (value) => value.isTrue }],
};
