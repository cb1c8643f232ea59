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
  // Nearly all that is logged is fine: the path is worked out only for what is not.
  if (!isStrict(value, MAX_DEPTH)) check(value, where, []);
}

/** Whether `check` finds nothing; a cycle runs out of depth. */
function isStrict(value: unknown, depthLeft: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (depthLeft > 0 && isStrictObject(value, depthLeft - 1));
    default:
      return false;
  }
}

function isStrictObject(value: object, depthLeft: number): boolean {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!isStrict(value[index], depthLeft)) return false;
    }
    return true;
  }
  if (!isPlain(value) || Object.getOwnPropertySymbols(value).length > 0) return false;
  for (const key of Object.keys(value)) {
    if (!isStrict((value as Readonly<Record<string, unknown>>)[key], depthLeft)) return false;
  }
  return true;
}

function check(value: unknown, path: string, ancestors: readonly object[]): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return;
    case 'number':
      if (!Number.isFinite(value)) throw notJson(path, String(value));
      return;
    case 'object':
      if (value !== null) checkObject(value, path, ancestors);
      return;
    default:
      throw notJson(path, value === undefined ? 'undefined' : `a ${typeof value}`);
  }
}

function checkObject(value: object, path: string, ancestors: readonly object[]): void {
  if (ancestors.includes(value)) throw notJson(path, 'a cycle');
  if (ancestors.length >= MAX_DEPTH) throw notJson(path, `nested over ${MAX_DEPTH} levels`);
  const inside = [...ancestors, value];
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      check(value[index], `${path}[${index}]`, inside);
    }
    return;
  }
  if (!isPlain(value)) throw notJson(path, `a ${value.constructor?.name ?? 'class'} instance`);
  if (Object.getOwnPropertySymbols(value).length > 0) throw notJson(path, 'keyed by a symbol');
  for (const [key, inner] of Object.entries(value)) check(inner, step(path, key), inside);
}

/** Made by `{}` or `Object.create(null)`, in whatever realm. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function step(path: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function notJson(path: string, what: string): MagiError {
  return new MagiError('MAGI_LOG_NOT_JSON', `${path} is ${what}; only strict JSON can be logged.`);
}
