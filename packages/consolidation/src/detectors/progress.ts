import { plural } from '../line-text.ts';
import type { Detector } from './detector.ts';
import type { RoundView } from './round-view.ts';

/** The number of open problems did not fall in any of the last `limit` steps (default 1). */
export const countNotLower: Detector = (views, { limit = 1 }) => {
  const last = views.slice(-limit - 1);
  const now = last.at(-1);
  if (now === undefined || last.length <= limit || now.count === 0) return null;
  const fell = last.some((view, index) => index > 0 && view.count < (last[index - 1]?.count ?? 0));
  if (fell) return null;
  return {
    message: `the number of open problems does not fall: ${counts(last)}`,
    evidence: [tellCounts(last)],
    keys: now.keys,
  };
};

/** The lowest number of open problems so far has not been undercut for `limit` rounds (default 2). */
export const plateau: Detector = (views, { limit = 2 }) => {
  const now = views.at(-1);
  if (now === undefined || views.length <= limit || now.count === 0) return null;
  const lowest = Math.min(...views.slice(0, -limit).map((view) => view.count));
  if (views.slice(-limit).some((view) => view.count < lowest)) return null;
  return {
    message: `no round since has done better than ${plural(lowest, 'open problem')}: ${counts(views)}`,
    evidence: [tellCounts(views)],
    keys: now.keys,
  };
};

/** Everything that was open is still open, and something came on top. */
export const superset: Detector = (views) => {
  const [before, now] = views.slice(-2);
  if (before === undefined || now === undefined || before.items.length === 0) return null;
  const old = new Set(before.items);
  const added = now.items.filter((item) => !old.has(item));
  if (added.length === 0 || now.items.length !== old.size + added.length) return null;
  return {
    message: `round ${now.round} keeps all ${plural(old.size, 'problem')} of round ${before.round} and adds ${added.length}`,
    evidence: [tellCounts([before, now])],
    keys: now.keys,
  };
};

function counts(views: readonly RoundView[]): string {
  return views.map((view) => view.count).join(', ');
}

function tellCounts(views: readonly RoundView[]): string {
  return views
    .map((view) => `round ${view.round}: ${plural(view.count, 'open problem')}`)
    .join('; ');
}
