import { customAlphabet } from 'nanoid';

// Lower case without look-alikes; ids end up in file names and on command lines.
const random = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 6);

/**
 * A new run id: milliseconds since 1970 in base 36, then six random characters.
 *
 * Ids sort by start time as text, at least until the year 2059.
 */
export function createRunId(nowMs: number): string {
  return `${nowMs.toString(36).padStart(8, '0')}-${random()}`;
}
