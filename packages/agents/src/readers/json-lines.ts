/** An object of foreign JSON; every access is checked. */
export type Loose = { readonly [key: string]: unknown };

/** The JSON objects among the lines of a text; other lines are chatter. */
export function jsonLines(text: string): readonly Loose[] {
  return text.split('\n').flatMap((line) => {
    const value = line.trimStart().startsWith('{') ? parsed(line) : undefined;
    return isLoose(value) ? [value] : [];
  });
}

/** The one JSON value a program printed, skipping chatter in front of it. */
export function wholeJson(text: string): unknown {
  const direct = parsed(text);
  if (direct !== undefined) return direct;
  const start = text.search(/^[[{]/m);
  return start < 0 ? undefined : parsed(text.slice(start));
}

export function isLoose(value: unknown): value is Loose {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Follows keys into foreign JSON; undefined where a step does not exist. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (current, key) =>
      typeof key === 'number'
        ? Array.isArray(current)
          ? current[key]
          : undefined
        : isLoose(current)
          ? current[key]
          : undefined,
    value,
  );
}

export function textAt(value: unknown, ...keys: readonly (string | number)[]): string {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : '';
}

/** A non-negative number at a place, as a one-key object to spread; empty where there is none. */
export function amount<Key extends string>(
  key: Key,
  ...values: readonly unknown[]
): { readonly [K in Key]?: number } {
  const numbers = values.filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  );
  const sum = numbers.reduce((a, b) => a + b, 0);
  return (numbers.length === 0 ? {} : { [key]: sum }) as { readonly [K in Key]?: number };
}

export function listAt(value: unknown, ...keys: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
