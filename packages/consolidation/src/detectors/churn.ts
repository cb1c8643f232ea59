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

/** How far apart, in lines, problems without a symbol may lie to be in one region. */
const regionLines = 15;

/**
 * One region (a symbol, or neighbouring lines of a file) had problems in `limit` rounds in a row
 * (default 3), while neither it nor the whole got any better. Cut it out instead of patching it.
 */
export const repeat: Detector = (views, { limit = 3 }) => {
  const last = views.slice(-limit);
  const [first, now] = [last[0], last.at(-1)];
  if (first === undefined || now === undefined || last.length < limit) return null;
  if (now.count < first.count) return null;
  const stubborn = now.gating.filter((finding) =>
    last.every((view) => view.gating.some((other) => isSameRegion(finding, other))),
  );
  if (stubborn.length === 0) return null;
  const rounds = last.map((view) => view.round).join(', ');
  const places = [
    ...new Set(
      stubborn.map(({ file, symbol, line }) => `${file} ${symbol ?? `around line ${line}`}`),
    ),
  ];
  return {
    message: `${places.join('; ')} had problems in rounds ${rounds}: take the part out or rewrite it instead of patching it`,
    evidence: last.flatMap((view) =>
      view.gating
        .filter((finding) => stubborn.some((other) => isSameRegion(finding, other)))
        .map(({ file, line, message }) => `round ${view.round}: ${file}:${line} ${message}`),
    ),
    keys: stubborn.map(({ fingerprint }) => fingerprint),
  };
};

type Placed = RoundView['gating'][number];

function isSameRegion(a: Placed, b: Placed): boolean {
  if (a.fingerprint === b.fingerprint) return true;
  if (a.file !== b.file) return false;
  if (a.symbol !== undefined && b.symbol !== undefined) return a.symbol === b.symbol;
  return Math.abs(a.line - b.line) <= regionLines;
}
