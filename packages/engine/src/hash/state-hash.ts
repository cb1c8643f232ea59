import { sha256 as fastestSha256 } from '@magi/consolidation';

/** Encodings longer than this stand as their digest inside the encoding of their owner. */
const INLINE_LIMIT = 512;

/** From this length on an encoding is remembered. */
const REMEMBERED = 128;

/** States have few different keys; those of foreign objects need not be remembered for ever. */
const MOST_KEYS = 5000;

/** Longer lists of keys are left to the general sort. */
const MOST_MOVED = 40;

/** Digests of strict JSON values, with a memory of values met before. */
export interface StateHasher {
  /** SHA-256 of the canonical encoding, as 64 hexadecimal digits. */
  digest(value: unknown): string;
}

/**
 * Makes a hasher for JSON values that nobody changes after they were made.
 *
 * Canonical encoding: scalars as `JSON.stringify` writes them; arrays in order; objects with keys
 * in code unit order and without undefined members. An array or object whose encoding is longer
 * than 512 characters stands in its owner as `#` and its digest, which no JSON text can begin with.
 * So the digest of a state costs only what changed since the state before it.
 *
 * @param sha256 another implementation of the same digest
 */
export function createStateHasher(sha256: (text: string) => string = fastestSha256): StateHasher {
  // Only what is worth it is remembered: a weak map costs more than a short encoding.
  const encodings = new WeakMap<object, string>();
  const keys = new Map<string, string>();

  function encode(value: unknown): string {
    if (typeof value !== 'object' || value === null) return scalar(value);
    const known = encodings.get(value);
    if (known !== undefined) return known;
    const full = Array.isArray(value) ? encodeItems(value) : encodeMembers(value as Members);
    const text = full.length <= INLINE_LIMIT ? full : `#${sha256(full)}`;
    if (full.length >= REMEMBERED) encodings.set(value, text);
    return text;
  }

  function encodeItems(items: readonly unknown[]): string {
    let text = '[';
    for (let index = 0; index < items.length; index += 1) {
      if (index > 0) text += ',';
      text += encode(items[index]);
    }
    return `${text}]`;
  }

  function encodeMembers(record: Members): string {
    let text = '';
    for (const key of sortedKeys(record)) {
      const member = record[key];
      if (member === undefined) continue;
      text += (text === '' ? '{' : ',') + encodeKey(key) + encode(member);
    }
    return text === '' ? '{}' : `${text}}`;
  }

  function encodeKey(key: string): string {
    let text = keys.get(key);
    if (text === undefined) {
      text = `${JSON.stringify(key)}:`;
      if (keys.size < MOST_KEYS) keys.set(key, text);
    }
    return text;
  }

  return { digest: (value) => sha256(encode(value)) };
}

type Members = Readonly<Record<string, unknown>>;

/** In code unit order. Objects have few keys: moving them beats the general sort twice over. */
function sortedKeys(record: Members): readonly string[] {
  const keys = Object.keys(record);
  if (keys.length > MOST_MOVED) return keys.sort();
  for (let end = 1; end < keys.length; end += 1) {
    const key = keys[end] as string;
    let at = end;
    for (; at > 0 && (keys[at - 1] as string) > key; at -= 1) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}

/** What JSON writes between quotes as it stands. */
const PLAIN = /^[ !#-[\]-~]*$/;

function scalar(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'undefined':
    case 'function':
    case 'symbol':
      throw new TypeError(`A state holds ${typeof value}, which is not JSON.`);
    default:
      return JSON.stringify(value);
  }
}
