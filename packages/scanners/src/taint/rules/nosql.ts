import type { ValueView } from '../match/view.ts';
import type { Rule, RuleGroup } from './rule.ts';

const operators: Rule = {
  rule: 'nosql-injection/query-object',
  check: 'check_input_handling',
  cwe: 'CWE-943',
  severity: 'critical',
  message: 'A query object comes from a request as a whole, so that it can carry operators.',
  suggestion: 'Build the query from single members, each turned into a string or a number first.',
};

const where: Rule = {
  rule: 'nosql-injection/where-code',
  check: 'check_input_handling',
  cwe: 'CWE-943',
  severity: 'critical',
  message: 'The database runs code or an expression that contains a value somebody else controls.',
  suggestion: 'Use query operators with values instead of code in text.',
};

const directory: Rule = {
  rule: 'ldap-injection/composed-filter',
  check: 'check_input_handling',
  cwe: 'CWE-90',
  severity: 'critical',
  message: 'A directory filter is put together from a value somebody else controls.',
  suggestion: 'Build the filter with the filter classes of the library, which escape values.',
};

const xpath: Rule = {
  rule: 'xpath-injection/composed-expression',
  check: 'check_input_handling',
  cwe: 'CWE-643',
  severity: 'critical',
  message: 'An XPath expression is put together from a value somebody else controls.',
  suggestion: 'Use variables of the XPath library, or check the value against a fixed form.',
};

export const nosqlRules: RuleGroup = {
  sinks: [
    { rule: where, harm: 'sql', methods: '$where', given: [0], unknown: 'composed' },
    {
      rule: operators,
      harm: 'sql',
      methods:
        'find findOne findOneAndUpdate findOneAndDelete findOneAndReplace countDocuments deleteOne deleteMany updateOne updateMany remove',
      callee:
        /(^|\.)([A-Z]\w*|\w*[cC]ollection\w*(\(\))?|db|mongo\w*)\.\w+$|^(mongoose|mongodb|monk):/,
      given: [0],
      least: 3,
      when: (call) => isWholeInput(call.argument(0)),
    },
    {
      rule: where,
      harm: 'sql',
      methods:
        'query scan get put update delete getItem putItem updateItem deleteItem batchGet batchWrite transactWrite QueryCommand ScanCommand GetCommand PutCommand UpdateCommand DeleteCommand',
      callee:
        /^(aws-sdk|@aws-sdk\/(client-dynamodb|lib-dynamodb)):.*|dynamo|docClient|documentClient/i,
      given: [0],
      least: 3,
      when: (call) => isExpressionInput(call.argument(0)),
    },
    {
      rule: directory,
      harm: 'sql',
      methods: 'search searchAsync',
      callee: /ldap/i,
      given: [0, 1],
      least: 1,
      members: 'filter',
      when: (call) => /filter|\(/.test(call.argument(1).source),
    },
    {
      rule: xpath,
      harm: 'sql',
      methods: 'select select1 evaluate parse selectWithResolver',
      callee: /^xpath:|^xpath\./,
      given: [0],
    },
  ],
  properties: [
    { rule: where, harm: 'sql', names: '$where $function $accumulator', unknown: 'composed' },
  ],
};

function isWholeInput(value: ValueView): boolean {
  return /^\(?[\w.]*\.(body|query|params|data|payload)(\s+as\b.*)?\)?$/.test(value.source);
}

/** An expression is code; a key or an item is data. */
function isExpressionInput(value: ValueView): boolean {
  if (!value.isObject) return value.node !== undefined;
  return [
    'FilterExpression',
    'KeyConditionExpression',
    'ConditionExpression',
    'UpdateExpression',
    'ProjectionExpression',
    'ScanFilter',
    'KeyConditions',
    'TableName',
    'Statement',
  ].some((name) => value.member(name).taint.some((origin) => origin.level === 3));
}
