import type { Json } from '@magi/contracts';
import { z } from 'zod';

/**
 * The JSON Schema that an agent is asked to follow: closed objects, so that strict providers take
 * it, and the plain form of values that are read leniently.
 */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return rest as Json;
}
