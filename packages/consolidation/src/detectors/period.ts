import type { Detector } from './detector.ts';
import { nameKey } from './round-view.ts';

/**
 * The whole set of problems is one that an earlier round had already, up to `limit` rounds ago
 * (default: any), with different sets in between.
 */
export const period: Detector = (views, { limit = Number.MAX_SAFE_INTEGER }) => {
  const now = views.at(-1);
  if (now === undefined || now.items.length === 0) return null;
  for (let length = 2; length <= Math.min(limit, views.length - 1); length += 1) {
    const then = views[views.length - 1 - length];
    if (then === undefined || then.itemsKey !== now.itemsKey) continue;
    if (views.slice(-length, -1).every((view) => view.itemsKey === now.itemsKey)) continue;
    return {
      message: `round ${now.round} repeats round ${then.round}: the problems come round every ${length} rounds`,
      evidence: views
        .slice(-length - 1)
        .map(
          (view) =>
            `round ${view.round}: ${view.keys.map((key) => nameKey(key, views)).join(', ')}`,
        ),
      keys: now.keys,
    };
  }
  return null;
};
