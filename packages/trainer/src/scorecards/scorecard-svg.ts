import type { Label } from '../labels/label.ts';
import { oneVoteEach } from '../labels/one-vote.ts';
import { wilson } from '../statistics/interval.ts';

const WIDTH = 480;
const HEIGHT = 120;
const MARGIN = 28;

/**
 * A picture of one check over time: its failure rate in consecutive windows, each with its 95 %
 * interval and n. A window with fewer than `minimum` changes is drawn hollow: nothing is concluded.
 */
export function scorecardSvg(
  check: string,
  labels: readonly Label[],
  { windows = 8, minimum = 10 }: { readonly windows?: number; readonly minimum?: number } = {},
): string {
  const votes = [...oneVoteEach(labels.filter((label) => label.check === check))].sort((a, b) =>
    a.at < b.at ? -1 : 1,
  );
  const size = Math.max(1, Math.ceil(votes.length / windows));
  const points = Array.from({ length: Math.ceil(votes.length / size) }, (_, index) => {
    const window = votes.slice(index * size, (index + 1) * size);
    const rate = wilson(window.filter(({ failed }) => failed > 0).length, window.length);
    return { rate, at: window[0]?.at.slice(0, 10) ?? '' };
  });
  const x = (index: number): number =>
    MARGIN + ((WIDTH - 2 * MARGIN) * (index + 0.5)) / Math.max(1, points.length);
  const y = (share: number): number => HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  const marks = points.map(({ rate, at }, index) => {
    const fill = rate.n >= minimum ? 'currentColor' : 'none';
    return [
      `<line x1="${n(x(index))}" x2="${n(x(index))}" y1="${n(y(rate.low))}" y2="${n(y(rate.high))}" stroke="currentColor" opacity=".5"/>`,
      `<circle cx="${n(x(index))}" cy="${n(y(rate.estimate ?? 0))}" r="3" fill="${fill}" stroke="currentColor"><title>${escapeXml(at)}: ${rate.successes} of ${rate.n}</title></circle>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="10">`,
    `<title>Failure rate of ${escapeXml(check)} over time</title>`,
    `<text x="4" y="12">${escapeXml(check)}, failure rate, n = ${votes.length}</text>`,
    ...[0, 0.5, 1].map(
      (share) =>
        `<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${n(y(share))}" y2="${n(y(share))}" stroke="currentColor" opacity=".15"/><text x="2" y="${n(y(share) + 3)}">${share * 100} %</text>`,
    ),
    ...marks,
    '</svg>',
  ].join('\n');
}

function n(value: number): string {
  return value.toFixed(1);
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
