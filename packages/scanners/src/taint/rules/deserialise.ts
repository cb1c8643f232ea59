import type { Rule, RuleGroup } from './rule.ts';

const foreign: Rule = {
  rule: 'deserialisation/foreign-object',
  check: 'check_input_handling',
  cwe: 'CWE-502',
  severity: 'critical',
  message: 'A value somebody else controls is turned back into objects by a format that runs code.',
  suggestion: 'Use JSON.parse and check the result against a schema.',
};
const unsafe: Rule = {
  rule: 'deserialisation/unsafe-output',
  check: 'renders_no_untrusted_html',
  cwe: 'CWE-502',
  severity: 'warning',
  message: 'Serialised objects are not escaped, so that they can end a script element.',
  suggestion: 'Drop `unsafe: true`.',
};

export const deserialiseRules: RuleGroup = {
  sinks: [
    {
      rule: foreign,
      harm: 'deserialise',
      methods: 'unserialize deserialize deserialise fromJSON decode revive',
      callee:
        /^(node-serialize|serialize-to-js|funcster|cryo|serialijse|php-serialize):|(^|[.:])unserialize$/,
      given: [0],
    },
    {
      rule: foreign,
      harm: 'deserialise',
      methods: 'load loadAll parse deepDeserialize parseAll',
      callee: /^(js-yaml|funcster|cryo|serialijse|node-yaml|yamljs):/,
      given: [0],
      when: (call) => !/JSON_SCHEMA|FAILSAFE|CORE_SCHEMA|safe/i.test(call.source),
    },
  ],
  calls: [
    {
      rule: unsafe,
      methods: 'default serialize serialize-javascript ',
      callee: /^serialize-javascript:/,
      when: (call) => call.argument(1).member('unsafe').isTrue,
    },
  ],
};
