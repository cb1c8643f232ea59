import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema-of.ts';

it('closes objects, requires every property and drops limits that providers refuse', () => {
  const schema = z.object({
    line: z.int().min(1),
    name: z.string().min(1).max(9),
    pattern: z.string().nullable(),
    kind: z.enum(['a', 'b']),
  });
  expect(jsonSchemaOf(schema)).toEqual({
    type: 'object',
    properties: {
      line: { type: 'integer' },
      name: { type: 'string' },
      pattern: { type: ['string', 'null'] },
      kind: { type: 'string', enum: ['a', 'b'] },
    },
    required: ['line', 'name', 'pattern', 'kind'],
    additionalProperties: false,
  });
});

it('shows the plain form of a value that is read leniently', () => {
  const schema = z.object({ n: z.preprocess((value) => Number(value), z.int()) });
  expect(jsonSchemaOf(schema)).toMatchObject({ properties: { n: { type: 'integer' } } });
});
