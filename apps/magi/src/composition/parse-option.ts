import { InvalidArgumentError } from '@commander-js/extra-typings';

/** A number of an option that counts from zero. */
export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('It has to be a whole number from 0.');
  return Number(text);
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
