import type { BuiltinCheck, Problem } from '../check.ts';

const dropped: Problem = {
  rule: 'error-dropped',
  severity: 'critical',
  message: 'The error is dropped: nobody will know that this failed.',
  suggestion: 'Handle it, pass it on, or write down why it may be dropped.',
};
const ignored: Problem = {
  ...dropped,
  rule: 'result-ignored',
  severity: 'info',
  message: 'The result, which may be an error, is thrown away.',
};
const nothingButComments = { not: { has: { regex: '\\w', not: { kind: 'comment' } } } };
const comments = [{ kind: 'line_comment' }, { kind: 'block_comment' }, { regex: '^[{}]$' }];

/** Empty handlers of other languages. */
export const droppedErrors: NonNullable<BuiltinCheck['patterns']> = {
  go: [
    {
      ...dropped,
      pattern: {
        kind: 'if_statement',
        all: [
          { has: { field: 'condition', regex: 'err\\w*\\s*!=\\s*nil' } },
          { has: { field: 'consequence', kind: 'block', ...nothingButComments } },
        ],
      },
    },
    {
      ...ignored,
      pattern: {
        kind: 'assignment_statement',
        all: [
          { has: { field: 'left', regex: '^_$' } },
          { has: { field: 'right', has: { kind: 'call_expression' } } },
        ],
      },
    },
  ],
  java: [
    {
      ...dropped,
      pattern: {
        kind: 'catch_clause',
        has: { field: 'body', not: { has: { regex: '.', not: { any: comments } } } },
      },
    },
  ],
  ruby: [{ ...dropped, pattern: { kind: 'rescue', not: { has: { kind: 'then' } } } }],
  rust: [
    {
      ...dropped,
      pattern: {
        kind: 'match_arm',
        all: [
          { has: { field: 'pattern', regex: '^Err\\(' } },
          { has: { field: 'value', regex: '^\\{\\s*\\}$|^\\(\\)$' } },
        ],
      },
    },
    {
      ...ignored,
      pattern: {
        kind: 'let_declaration',
        all: [
          { has: { field: 'pattern', regex: '^_$' } },
          { has: { field: 'value', kind: 'call_expression' } },
        ],
      },
    },
  ],
};
