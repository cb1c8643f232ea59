import {
  bySeverity,
  byText,
  type Candidate,
  type Finding,
  type FindingVoice,
  type ReportedFinding,
} from '@magi/contracts';
import { clusterFindings, type Report } from './cluster-findings.ts';
import { contentDigestOf, fingerprintOf } from './fingerprint.ts';
import type { Seat } from './settle-reviews.ts';

/** One problem before anything was decided about it: `gating` is still false. */
export type Problem = {
  readonly finding: Finding;
  /** Everything that was reported about it, worst first. */
  readonly reports: readonly Report[];
};

/** Merges what all scanners reported into one finding a problem, with its voices. */
export function mergeFindings(seats: readonly Seat[], candidate: Candidate): readonly Problem[] {
  const reports = seats.flatMap(({ spec, review }) =>
    (review?.findings ?? []).map((finding) => ({
      scanner: spec.id,
      finding: withOwnedCheck(finding, spec.checks),
      fingerprint: fingerprintOf(finding, candidate),
    })),
  );
  return clusterFindings(reports).map((cluster) => mergeCluster(cluster, seats.length));
}

/** A check that the scanner does not own is not its to fail: the finding is an unlisted issue. */
function withOwnedCheck(
  finding: ReportedFinding,
  owned: readonly { readonly id: string }[],
): ReportedFinding {
  if (finding.check === undefined || owned.some((check) => check.id === finding.check)) {
    return finding;
  }
  const { check: _, ...unlisted } = finding;
  return unlisted;
}

function mergeCluster(cluster: readonly Report[], panelSize: number): Problem {
  const reports = [...cluster].sort(worstFirst);
  const { finding: lead, fingerprint } = reports[0] as Report;
  const { anchor, tool: _, check: __, ...shown } = lead;
  const fixes = first(reports, (finding) => finding.fixes);
  const suggestion = first(reports, (finding) => finding.suggestion);
  const voices = voicesOf(reports);
  const speakers = new Set(voices.map((voice) => voice.scanner)).size;
  const finding: Finding = {
    ...shown,
    id: fingerprint.slice(0, 12),
    fingerprint,
    check: first(reports, (report) => report.check) ?? null,
    gating: false,
    evidenceCheck: anchor?.evidenceCheck ?? { status: 'unchecked' },
    origin: originOf(reports),
    contentDigest: contentDigestOf(lead),
    voices,
    agreement: speakers / Math.max(1, panelSize),
    ...(suggestion !== undefined && { suggestion }),
    ...(fixes !== undefined && { fixes }),
  };
  return { finding, reports };
}

function worstFirst(a: Report, b: Report): number {
  return (
    bySeverity(a.finding.severity, b.finding.severity) ||
    trust(b) - trust(a) ||
    byText(a.scanner, b.scanner) ||
    a.finding.line - b.finding.line ||
    byText(JSON.stringify(a.finding), JSON.stringify(b.finding))
  );
}

function trust({ finding }: Report): number {
  const status = finding.anchor?.evidenceCheck.status ?? 'unchecked';
  return { exact: 3, reanchored: 2, unchecked: 1, demoted: 0 }[status];
}

function voicesOf(reports: readonly Report[]): FindingVoice[] {
  const voices = reports.map(({ scanner, finding }) => ({
    scanner,
    rule: finding.rule,
    severity: finding.severity,
    line: finding.line,
    message: finding.message,
  }));
  return [...new Map(voices.map((voice) => [JSON.stringify(voice), voice])).values()];
}

/** One voice that points at a changed line is enough. */
function originOf(reports: readonly Report[]): Finding['origin'] {
  const origins = reports.map(({ finding }) => finding.anchor?.origin ?? 'unknown');
  if (origins.includes('introduced')) return 'introduced';
  return origins.every((origin) => origin === 'pre_existing') ? 'pre_existing' : 'unknown';
}

function first<Value>(
  reports: readonly Report[],
  pick: (finding: ReportedFinding) => Value | undefined,
): Value | undefined {
  return reports.map(({ finding }) => pick(finding)).find((value) => value !== undefined);
}
