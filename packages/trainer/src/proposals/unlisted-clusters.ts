import type { DigestFinding, RunDigest } from '../run-digest.ts';
import { stemsOf } from './generalise.ts';

/** One issue that no check asked for, as some run reported it. */
export interface UnlistedReport {
  readonly run: string;
  readonly change: string;
  readonly author: string;
  readonly scanner: string;
  readonly rule: string;
  readonly message: string;
  readonly file: string;
  /** Gone in a later round after its file changed. */
  readonly isFixed: boolean;
}

/** Reports that say the same; "at least this many", because other words may hide more. */
export interface UnlistedCluster {
  readonly reports: readonly UnlistedReport[];
  readonly stems: readonly string[];
}

/** Similarity (shared stems / all stems) from which two messages of one rule count as the same. */
const SAME = 0.5;
/** The same between different rules, where the words alone must carry it. */
const SAME_ACROSS_RULES = 0.7;

/** Unlisted findings of trusted runs, each once per run. */
export function unlistedReports(runs: readonly RunDigest[]): readonly UnlistedReport[] {
  return runs.filter(({ trusted }) => trusted).flatMap(reportsOf);
}

function reportsOf(run: RunDigest): readonly UnlistedReport[] {
  const seen = new Map<string, UnlistedReport>();
  run.rounds.forEach((round, index) => {
    for (const finding of round.findings.filter(({ check }) => check === null)) {
      const { fingerprint, scanner, rule, message, file } = finding;
      const isFixed = isGoneAfter(run, index, finding) || (seen.get(fingerprint)?.isFixed ?? false);
      const { run: id, change, author } = run;
      seen.set(fingerprint, { run: id, change, author, scanner, rule, message, file, isFixed });
    }
  });
  return [...seen.values()];
}

/** Groups reports greedily by shared stems, in a fixed order, so that the result is reproducible. */
export function clusterUnlisted(reports: readonly UnlistedReport[]): readonly UnlistedCluster[] {
  const ordered = [...reports].sort(
    (a, b) =>
      a.rule.localeCompare(b.rule) ||
      a.message.localeCompare(b.message) ||
      a.run.localeCompare(b.run),
  );
  const clusters: { reports: UnlistedReport[]; stems: ReadonlySet<string>; rule: string }[] = [];
  for (const report of ordered) {
    const stems = stemsOf(report.message);
    const home = clusters.find(
      (cluster) =>
        similarity(cluster.stems, stems) >=
        (cluster.rule === report.rule ? SAME : SAME_ACROSS_RULES),
    );
    if (home) home.reports.push(report);
    else clusters.push({ reports: [report], stems, rule: report.rule });
  }
  return clusters.map((cluster) => ({
    reports: cluster.reports,
    stems: commonStems(cluster.reports),
  }));
}

function isGoneAfter(run: RunDigest, index: number, finding: DigestFinding): boolean {
  const now = run.rounds[index];
  const next = run.rounds[index + 1];
  if (!now || !next || now.tree === next.tree) return false;
  const isBack = next.findings.some(({ fingerprint }) => fingerprint === finding.fingerprint);
  return !isBack && now.content.get(finding.file) !== next.content.get(finding.file);
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared / (a.size + b.size - shared);
}

/** Stems that at least half of the reports share, most frequent first. */
function commonStems(reports: readonly UnlistedReport[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { message } of reports)
    for (const stem of stemsOf(message)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return [...counts]
    .filter(([, n]) => n * 2 >= reports.length)
    .sort(([a, n], [b, m]) => m - n || a.localeCompare(b))
    .map(([stem]) => stem);
}
