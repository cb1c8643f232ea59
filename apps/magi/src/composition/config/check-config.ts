import { MagiConfig, MagiError } from '@magi/contracts';
import { z } from 'zod';
import { didYouMean } from '../suggest.ts';
import type { PlacedValue } from './config-text.ts';

/**
 * Validates configuration: unknown keys are errors, and every problem says its line.
 *
 * @throws `MAGI_CONFIG_INVALID`, exit 2
 */
export function checkConfig(path: string, { value, lineOf }: PlacedValue): MagiConfig {
  const parsed = MagiConfig.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => describe(issue));
  const lines = problems.map(({ at, text }) => {
    const line = lineOf(at);
    return `${path}${line === null ? '' : `:${line}`}: ${text}`;
  });
  throw new MagiError('MAGI_CONFIG_INVALID', lines.join('\n  '), {
    hint: 'docs/formats/magi-config.schema.json describes all keys.',
    exitCode: 2,
  });
}

interface Problem {
  readonly at: readonly PropertyKey[];
  readonly text: string;
}

function describe(issue: z.core.$ZodIssue): Problem[] {
  const where = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(issue.path);
    return issue.keys.map((key) => ({
      at: [...issue.path, key],
      text: `unknown key "${where === '' ? key : `${where}.${key}`}".${didYouMean(key, known)}`,
    }));
  }
  return [{ at: issue.path, text: `${where === '' ? 'the file' : where}: ${issue.message}` }];
}

/** Names that the schema knows at a path. */
function keysAt(path: readonly PropertyKey[]): string[] {
  let place = z.toJSONSchema(MagiConfig, { io: 'input', reused: 'inline' }) as Schema;
  for (const key of path) {
    place =
      place.properties?.[String(key)] ??
      (typeof key === 'number' ? place.items : undefined) ??
      (typeof place.additionalProperties === 'object' ? place.additionalProperties : {});
  }
  const variants = [place, ...(place.anyOf ?? []), ...(place.oneOf ?? [])];
  return [...new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
