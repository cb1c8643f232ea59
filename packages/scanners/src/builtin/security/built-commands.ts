import type { BuiltinCheck, Problem } from '../check.ts';

const built: Problem = {
  rule: 'command-from-text',
  severity: 'critical',
  message: 'A command line is put together from text and handed to a shell.',
  suggestion: 'Start the program itself, with its arguments as a list.',
};

/** Command lines made of text, in other languages. */
export const builtCommands: NonNullable<BuiltinCheck['patterns']> = {
  go: [
    {
      ...built,
      pattern: {
        kind: 'call_expression',
        all: [
          { has: { field: 'function', regex: '^exec\\.Command(Context)?$' } },
          { has: { field: 'arguments', regex: '"-c"' } },
          { has: { field: 'arguments', has: { kind: 'binary_expression' } } },
        ],
      },
    },
  ],
  java: [
    {
      ...built,
      pattern: {
        kind: 'method_invocation',
        all: [
          { has: { field: 'name', regex: '^exec$' } },
          { has: { field: 'arguments', has: { kind: 'binary_expression' } } },
        ],
      },
    },
  ],
  ruby: [
    {
      ...built,
      pattern: {
        kind: 'call',
        all: [
          { has: { field: 'method', regex: '^(system|exec|spawn)$' } },
          { has: { field: 'arguments', has: { stopBy: 'end', kind: 'interpolation' } } },
        ],
      },
    },
  ],
};
