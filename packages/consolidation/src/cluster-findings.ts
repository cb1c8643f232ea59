import { byText, type ReportedFinding } from '@magi/contracts';
import { distance, rangeOf } from './evidence.ts';
import { groupBy } from './group-by.ts';
import { similarityOf } from './text/similarity.ts';

/** A finding and who reported it, with the identity it would have on its own. */
export type Report = {
  readonly scanner: string;
  readonly finding: ReportedFinding;
  readonly fingerprint: string;
};

/** How alike two wordings must be, 0..1, to be one problem, by how far apart they were reported. */
const wordingNeeded = { sameLine: 0.13, nearby: 0.2, elsewhere: 0.35 };
/** Lines between two reports of one problem, where reviewers point imprecisely. */
const nearby = 4;
/** Reports in one file above which only near ones are compared, so that no file takes for ever. */
const crowd = 200;

/**
 * Groups what several scanners reported into problems, each with one voice a scanner.
 *
 * Two reports are one problem when identity says so, or when two scanners point at one place of one
 * file and mean the same by rule, check or wording. The closest pairs are joined first, and a group
 * is joined only if all of its pairs fit, so that distinct problems on neighbouring lines stay
 * distinct. The order of the reports does not matter.
 */
export function clusterFindings(reports: readonly Report[]): readonly (readonly Report[])[] {
  const ordered = reports
    .map((report) => ({ report, key: sortKey(report) }))
    .sort((a, b) => byText(a.key, b.key))
    .map(({ report }) => report);
  const alike = similarityOf(ordered.map(({ finding }) => finding.message));
  const clusters = ordered.map((_, index) => [index]);
  const home = ordered.map((_, index) => index);
  for (const { a, b } of closestFirst(ordered, alike)) {
    const left = home[a] as number;
    const right = home[b] as number;
    if (left === right) continue;
    const [into, from] = [clusters[left] as number[], clusters[right] as number[]];
    if (!into.every((x) => from.every((y) => fit(ordered, alike, x, y) !== null))) continue;
    for (const index of from) home[index] = left;
    into.push(...from.splice(0));
  }
  return clusters
    .filter((cluster) => cluster.length > 0)
    .map((cluster) => cluster.sort((a, b) => a - b).map((index) => ordered[index] as Report));
}

type Similarity = (a: number, b: number) => number;

type Pair = { readonly a: number; readonly b: number; readonly score: number };

function closestFirst(reports: readonly Report[], alike: Similarity): readonly Pair[] {
  const byFile = groupBy(
    reports.map((_, index) => index),
    (index) => reports[index]?.finding.file ?? null,
  );
  const pairs = [...byFile.values()].flatMap((indices) => pairsOf(indices, reports, alike));
  return pairs.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
}

/** Pairs of one file that may be joined; `indices` are in the order of lines. */
function pairsOf(
  indices: readonly number[],
  reports: readonly Report[],
  alike: Similarity,
): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [at, a] of indices.entries()) {
    const { endLine } = rangeOf((reports[a] as Report).finding);
    const reach = indices.length > crowd ? endLine + nearby : Number.POSITIVE_INFINITY;
    for (let next = at + 1; next < indices.length; next += 1) {
      const b = indices[next] as number;
      if ((reports[b] as Report).finding.line > reach) break;
      const score = fit(reports, alike, a, b);
      if (score !== null) pairs.push({ a, b, score });
    }
  }
  return pairs;
}

/** How surely two reports are one problem; null when they are not. */
function fit(reports: readonly Report[], alike: Similarity, a: number, b: number): number | null {
  const [left, right] = [reports[a] as Report, reports[b] as Report];
  const isSame = left.fingerprint === right.fingerprint;
  if (left.scanner === right.scanner) {
    // One scanner says one thing once: two of its reports are one only if it repeats itself.
    return isSame && left.finding.message === right.finding.message ? 2 : null;
  }
  if (isSame) return 2;
  if ((left.finding.side ?? 'head') !== (right.finding.side ?? 'head')) return null;
  const apart = distance(rangeOf(left.finding), rangeOf(right.finding));
  const wording = alike(a, b);
  if (apart === 0) {
    const isOne = isSameRule(left.finding, right.finding) || wording >= wordingNeeded.sameLine;
    return isOne ? 1 + wording : null;
  }
  if (areProvenApart(left.finding, right.finding)) {
    const isOne = left.finding.rule !== right.finding.rule && wording >= wordingNeeded.elsewhere;
    return isOne ? wording : null;
  }
  const needed = apart <= nearby ? wordingNeeded.nearby : wordingNeeded.elsewhere;
  return wording >= needed ? wording : null;
}

function isSameRule(a: ReportedFinding, b: ReportedFinding): boolean {
  return a.rule === b.rule || (a.check !== undefined && a.check === b.check);
}

/** Both quotes were found in the tree, on different lines: nobody pointed imprecisely. */
function areProvenApart(a: ReportedFinding, b: ReportedFinding): boolean {
  return [a, b].every((finding) => {
    const status = finding.anchor?.evidenceCheck.status;
    return status === 'exact' || status === 'reanchored';
  });
}

function sortKey(report: Report): string {
  const { finding } = report;
  const line = String(finding.line).padStart(9, '0');
  return JSON.stringify([finding.file, line, report.scanner, report.fingerprint, finding]);
}
