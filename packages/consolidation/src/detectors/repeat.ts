import { isSameRegion } from '../same-region.ts';
import type { Detector } from './detector.ts';
import type { RoundView } from './round-view.ts';

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
    last.every((view) => view.gating.some((other) => isOneTrouble(finding, other))),
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
        .filter((finding) => stubborn.some((other) => isOneTrouble(finding, other)))
        .map(({ file, line, message }) => `round ${view.round}: ${file}:${line} ${message}`),
    ),
    keys: stubborn.map(({ fingerprint }) => fingerprint),
  };
};

type Placed = RoundView['gating'][number];

function isOneTrouble(a: Placed, b: Placed): boolean {
  if (a.fingerprint === b.fingerprint) return true;
  return a.file === b.file && isSameRegion(a, b);
}
