import type { Detector } from './detector.ts';
import { nameKey } from './round-view.ts';

/** The last `limit` rounds (default 2) demanded exactly the same. */
export const unchanged: Detector = (views, { limit = 2 }) => {
  const last = views.slice(-Math.max(2, limit));
  const now = last.at(-1);
  if (now === undefined || now.items.length === 0 || last.length < Math.max(2, limit)) return null;
  if (!last.every((view) => view.itemsKey === now.itemsKey)) return null;
  const rounds = last.map((view) => view.round).join(', ');
  return {
    message: `rounds ${rounds} found exactly the same problems`,
    evidence: now.keys.map((key) => `${nameKey(key, views)} was open in rounds ${rounds}`),
    keys: now.keys,
  };
};
