import type { Json } from '@magi/contracts';
import { z } from 'zod';

/**
 * The JSON Schema that an agent is asked to follow: closed objects and plain types.
 *
 * Limits of numbers, lengths and patterns are left out, since some providers refuse a schema that
 * has any; they are checked when the answer is read.
 */
export function jsonSchemaOf(schema: z.ZodType): Json {
  return plain(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json);
}

const structure = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  'description',
];

function plain(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== 'object') return schema;
  const kept = Object.entries(schema).filter(([key]) => structure.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, partOf(key, value)]));
}

function partOf(key: string, value: Json): Json {
  // Names of properties and values are the caller's own words, not keywords.
  if (key === 'enum' || key === 'const' || key === 'required') return value;
  if (key !== 'properties' || value === null || typeof value !== 'object') return plain(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
