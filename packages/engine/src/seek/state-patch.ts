import type { Json } from '@magi/contracts';

/** Sets the value at a path, or removes what is there when there is no value. */
export type PatchStep = readonly [path: Path, value: Json] | readonly [path: Path];
type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

/**
 * What turns one JSON value into another. Parts that are the same object are taken as equal without
 * a look, so the cost is that of the difference.
 */
export function patchBetween(before: unknown, after: unknown): PatchStep[] {
  const steps: PatchStep[] = [];
  compare(before, after, [], steps);
  return steps;
}

function compare(before: unknown, after: unknown, path: Path, steps: PatchStep[]): void {
  if (before === after) return;
  if (isArray(before) && isArray(after) && after.length >= before.length) {
    after.forEach((item, index) => {
      if (index < before.length) compare(before[index], item, [...path, index], steps);
      else steps.push([[...path, index], item as Json]);
    });
    return;
  }
  if (!isRecord(before) || !isRecord(after)) {
    steps.push([path, after as Json]);
    return;
  }
  for (const key of Object.keys(before)) {
    if (after[key] === undefined && before[key] !== undefined) steps.push([[...path, key]]);
  }
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    if (before[key] === undefined) steps.push([[...path, key], value as Json]);
    else compare(before[key], value, [...path, key], steps);
  }
}

/** Applies steps to a value of one's own, changing it in place; gives the value back. */
export function applyPatch(value: Json, steps: readonly PatchStep[]): Json {
  let root: unknown = value;
  for (const step of steps) {
    const [path] = step;
    const last = path.at(-1);
    if (last === undefined) {
      root = step[1];
      continue;
    }
    let owner = root as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) owner = owner[key] as Record<string | number, unknown>;
    if (step.length === 1) delete owner[last];
    else owner[last] = step[1];
  }
  return root as Json;
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
