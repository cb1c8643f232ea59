import type { Finding } from '@magi/contracts';
import type { TrainingRun } from '../training-run.ts';
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
export function unlistedReports(runs: readonly TrainingRun[]): readonly UnlistedReport[] {
  return runs
    .filter(({ trusted }) => trusted)
    .flatMap((run) => {
      const seen = new Map<string, UnlistedReport>();
      run.rounds.forEach((round, index) => {
        for (const finding of round.consolidation.findings.filter(({ check }) => check === null)) {
          const isFixed = isGoneAfter(run, index, finding);
          const before = seen.get(finding.fingerprint);
          seen.set(finding.fingerprint, {
            run: run.run,
            change: run.change,
            author: run.author,
            scanner: finding.voices[0]?.scanner ?? '',
            rule: finding.rule,
            message: finding.message,
            file: finding.file,
            isFixed: isFixed || (before?.isFixed ?? false),
          });
        }
      });
      return [...seen.values()];
    });
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

function isGoneAfter(run: TrainingRun, index: number, finding: Finding): boolean {
  const now = run.rounds[index];
  const next = run.rounds[index + 1];
  if (!now || !next || now.consolidation.tree === next.consolidation.tree) return false;
  const isBack = next.consolidation.findings.some(
    ({ fingerprint }) => fingerprint === finding.fingerprint,
  );
  const oid = (round: typeof now): string | null | undefined =>
    round.candidate.files.find(({ path }) => path === finding.file)?.newOid;
  return !isBack && oid(now) !== oid(next);
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
