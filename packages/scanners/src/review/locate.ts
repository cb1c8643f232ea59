import type { FileHit, Hit } from '../builtin/check.ts';
import type { ChangedSource } from '../change/source.ts';

/**
 * Places a hit of the head text on a line that the change added, or drops it.
 *
 * A hit over several lines counts when any of them was added, and is placed on the first such
 * line. A hit that lost lines within its range (a handler that was emptied) counts too, as one of
 * the change as a whole, when `isNew` says that the base does not have it.
 */
export function locate(
  source: ChangedSource,
  hit: Hit,
  isNew: (hit: Hit) => boolean,
): FileHit | null {
  const line = source.added.first(hit.line, hit.endLine);
  if (line !== null) return { ...hit, line, file: source.path };
  if (!source.added.isCutWithin(hit.line, hit.endLine) || !isNew(hit)) return null;
  return { ...hit, file: source.path, diffLevel: true };
}
