import { InvalidArgumentError } from '@commander-js/extra-typings';

/** A number of an option that counts from zero. */
export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('It has to be a whole number from 0.');
  return Number(text);
}

/** A port of this machine; 0 is any free one. */
export function parsePort(text: string): number {
  const port = parseCount(text);
  if (port > 65_535) throw new InvalidArgumentError('It has to be a port from 0 to 65535.');
  return port;
}

/** A limit: a whole number that leaves room for something. */
export function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw new InvalidArgumentError('It has to be a whole number from 1.');
  return Number(text);
}

/** How often the same is asked. */
export function parseSamples(text: string): number {
  if (!/^(?:[1-9]|1\d|20)$/.test(text))
    throw new InvalidArgumentError('It has to be a whole number from 1 to 20.');
  return Number(text);
}

/** A number above zero. */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value))
    throw new InvalidArgumentError('It has to be a number above 0.');
  return value;
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A time such as `500ms`, `90s`, `20m` or `2h`, in milliseconds. */
export function parseDuration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  const value = Number(amount) * (UNITS_MS[unit] ?? 0);
  if (!(value > 0)) throw new InvalidArgumentError('It has to be a time such as 90s, 20m or 2h.');
  return value;
}

/** Names separated by commas; blanks around them do not count. */
export function parseList(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === '')) throw new InvalidArgumentError('A name is missing.');
  return names;
}

/** JSON of an option. */
export function parseJsonOption(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It has to be JSON; quote it for the shell.');
  }
}
