import type { Json } from '@magi/contracts';

/** One difference between two JSON values; a side that has nothing there is undefined. */
export interface JsonChange {
  /** JSON pointer. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** Differences between two values, innermost first found, in the order of the keys. */
export function diffJson(before: Json, after: Json, path = ''): JsonChange[] {
  if (Object.is(before, after)) return [];
  if (
    !isContainer(before) ||
    !isContainer(after) ||
    Array.isArray(before) !== Array.isArray(after)
  ) {
    return [{ path: path || '/', before, after }];
  }
  const old = before as { readonly [key: string]: Json };
  const now = after as { readonly [key: string]: Json };
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keys.flatMap((key) => {
    const place = `${path}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`;
    const [a, b] = [old[key], now[key]];
    if (a === undefined) return b === undefined ? [] : [{ path: place, after: b }];
    return b === undefined ? [{ path: place, before: a }] : diffJson(a, b, place);
  });
}

function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}
