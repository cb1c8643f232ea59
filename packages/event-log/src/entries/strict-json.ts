import { type Json, MagiError } from '@magi/contracts';

const MAX_DEPTH = 1000;

/**
 * Refuses everything that would come back from the log as something else.
 *
 * Refused: undefined (also as a property or a hole), functions, symbols, BigInt, NaN and infinities,
 * class instances (Date, Map, Error, …), cycles, symbol keys, more than 1000 levels. Allowed: half
 * surrogate pairs, which JSON escapes. Minus zero comes back as zero.
 *
 * @param where what the path in the message starts with
 * @throws `MAGI_LOG_NOT_JSON`, naming the path, for example `in.output.findings[3].at`
 */
export function assertStrictJson(value: unknown, where = 'value'): asserts value is Json {
  check(value, null, where);
}

/** An object on the way to a value, and how it was reached; a path is only put into words for an error. */
interface Step {
  readonly above: Step | null;
  readonly key: string | number;
  readonly owner: object;
  readonly depth: number;
}

function check(value: unknown, above: Step | null, key: string | number): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return;
    case 'number':
      if (!Number.isFinite(value)) throw notJson(above, key, String(value));
      return;
    case 'object':
      if (value !== null) checkObject(value, above, key);
      return;
    default:
      throw notJson(above, key, value === undefined ? 'undefined' : `a ${typeof value}`);
  }
}

function checkObject(owner: object, above: Step | null, key: string | number): void {
  for (let step = above; step !== null; step = step.above) {
    if (step.owner === owner) throw notJson(above, key, 'a cycle');
  }
  const depth = (above?.depth ?? 0) + 1;
  if (depth > MAX_DEPTH) throw notJson(above, key, `nested over ${MAX_DEPTH} levels`);
  const step = { above, key, owner, depth };
  if (Array.isArray(owner)) {
    for (let index = 0; index < owner.length; index += 1) check(owner[index], step, index);
    return;
  }
  if (!isPlain(owner)) {
    throw notJson(above, key, `a ${owner.constructor?.name ?? 'class'} instance`);
  }
  if (Object.getOwnPropertySymbols(owner).length > 0)
    throw notJson(above, key, 'keyed by a symbol');
  for (const name of Object.keys(owner)) {
    check((owner as Readonly<Record<string, unknown>>)[name], step, name);
  }
}

/** Made by `{}` or `Object.create(null)`, in whatever realm. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The first step is named by the caller. */
function pathOf(above: Step | null, key: string | number): string {
  if (above === null) return String(key);
  const path = pathOf(above.above, above.key);
  if (typeof key === 'number') return `${path}[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function notJson(above: Step | null, key: string | number, what: string): MagiError {
  return new MagiError(
    'MAGI_LOG_NOT_JSON',
    `${pathOf(above, key)} is ${what}; only strict JSON can be logged.`,
  );
}
