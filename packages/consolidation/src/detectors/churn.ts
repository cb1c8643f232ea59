import type { Detector } from './detector.ts';
import type { RoundView } from './round-view.ts';

/** Share of the open problems that must lie on lines of the loop's own attempts. */
const mostly = 0.5;

/**
 * The loop feeds itself: in `limit` rounds in a row (default 2) at least half of the open problems
 * lay on lines that its own attempts wrote, and their number did not fall at the end.
 */
export const churn: Detector = (views, { limit = 2 }) => {
  const last = views.slice(-limit);
  const now = last.at(-1);
  const before = views.at(-2);
  if (now === undefined || before === undefined || last.length < limit) return null;
  if (now.count < before.count || !last.every(isMostlyOwn)) return null;
  return {
    message: `the fixes make the findings: ${last.map((view) => `${own(view).length} of ${view.count} in round ${view.round}`).join(', ')} lie on lines that earlier attempts wrote`,
    evidence: own(now).map(
      (finding) =>
        `${finding.file}:${finding.line} (${finding.message}) was introduced by attempt ${finding.introducedBy}`,
    ),
    keys: own(now).map(({ fingerprint }) => fingerprint),
  };
};

function own(view: RoundView) {
  return view.gating.filter(({ introducedBy }) => introducedBy !== undefined);
}

function isMostlyOwn(view: RoundView): boolean {
  return view.count > 0 && own(view).length >= view.count * mostly;
}
