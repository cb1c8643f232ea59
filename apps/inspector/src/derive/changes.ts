import type { Json } from '@magi/contracts';

/** One difference between two values; undefined where there is nothing on that side. */
export interface Change {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Differences between two values, and whether there were more than asked for. */
export interface Changes {
  readonly changes: readonly Change[];
  readonly isCut: boolean;
}

/**
 * Lists what differs between two JSON values, in the order of the second one.
 *
 * Parts that are the same object are taken as equal without a look. Lists are compared place by
 * place.
 */
export function changesBetween(before: Json, after: Json, limit: number): Changes {
  const changes: Change[] = [];
  compare(before, after, '', changes, limit);
  return { changes: changes.slice(0, limit), isCut: changes.length > limit };
}

function compare(
  before: Json | undefined,
  after: Json | undefined,
  path: string,
  changes: Change[],
  limit: number,
): void {
  if (before === after || changes.length > limit) return;
  if (!isOwner(before) || !isOwner(after) || Array.isArray(before) !== Array.isArray(after)) {
    changes.push({ path: path === '' ? '/' : path, before, after });
    return;
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const key of keys) {
    const [old, now] = [before, after].map((owner) =>
      Object.hasOwn(owner, key) ? owner[key] : undefined,
    );
    compare(old, now, `${path}/${pointer(key)}`, changes, limit);
  }
}

type Owner = Readonly<Record<string, Json>>;

function isOwner(value: Json | undefined): value is Owner {
  return typeof value === 'object' && value !== null;
}

/** A key as part of a JSON pointer. */
export function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
