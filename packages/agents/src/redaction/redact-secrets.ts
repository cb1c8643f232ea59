import { looksEncoded, looksRandom } from './entropy.ts';
import { encodedRun, secretAssignment, secretPatterns } from './secret-patterns.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces secrets in a text by `[redacted:kind]`; applying it again changes nothing. */
export type Redactor = (text: string) => string;

/**
 * Replaces what must never enter a log, a prompt or a terminal.
 *
 * Three nets: the values of environment variables whose name speaks of a secret (also base64, URL
 * and JSON encoded), published shapes of credentials, and high entropy, for long runs anywhere and
 * for shorter ones behind a name such as `api_key`. Git object ids and SHA-256 digests stay.
 */
export function redactSecrets(text: string, options: { readonly env: Environment }): string {
  return createRedactor(options.env)(text);
}

/** Prepares `redactSecrets` for one environment, for callers with many texts. */
export function createRedactor(env: Environment): Redactor {
  const known = knownValues(env);
  return (text) => {
    const withoutKnown = known ? text.replace(known, '[redacted:env]') : text;
    const withoutShapes = secretPatterns.reduce(
      (current, { kind, pattern, keepsFirstGroup }) =>
        keepsFirstGroup
          ? current.replace(pattern, `$1[redacted:${kind}]`)
          : current.replace(pattern, `[redacted:${kind}]`),
      withoutKnown,
    );
    return withoutShapes
      .replace(secretAssignment, (all, before: string, value: string) =>
        looksRandom(value, 3.3) ? `${before}[redacted:value]` : all,
      )
      .replace(encodedRun, (run) => (looksEncoded(run) ? '[redacted:entropy]' : run));
  };
}

/** Redacts every string of a JSON value, keys included; the shape stays. */
export function redactJson<Value>(value: Value, redact: Redactor): Value {
  return mapStrings(value, redact) as Value;
}

function mapStrings(value: unknown, map: Redactor): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [map(key), mapStrings(item, map)]),
  );
}

const secretVariable = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|COOKIE|DSN|PRIVATE|SESSION/i;
const shortest = 8;

function knownValues(env: Environment): RegExp | null {
  const values = Object.entries(env)
    .filter(([name]) => secretVariable.test(name))
    .map(([, value]) => value?.trim() ?? '')
    // A path (of a socket, of a key file) is no secret and may be part of any text.
    .filter((value) => value.length >= shortest && !/^(?:[A-Za-z]:\\|~?\/)/.test(value));
  const forms = new Set(values.flatMap(encodings));
  if (forms.size === 0) return null;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escapeForRegExp).join('|'), 'g');
}

function encodings(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return [
    value,
    base64,
    bytes.toString('base64url'),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
  ];
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
