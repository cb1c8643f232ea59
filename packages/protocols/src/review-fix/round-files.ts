import {
  type Finding,
  MinionsReview,
  MinionsVerdict,
  type RoundRecord,
  type ScannerSpec,
} from '@magi/contracts';
import { type ArtifactFile, jsonFile } from '../artifact-files.ts';

type Issue = MinionsReview['issues'][number];

/**
 * The files of one round of seed 000: one a reviewer, and their verdict.
 *
 * Counts are made from the issues, so that no reader can be told otherwise. A reviewer that failed
 * has no file, and a round that misses one has no verdict: its readers wait for it, as they should.
 */
export function roundFiles(
  { round, consolidation }: RoundRecord,
  panel: readonly ScannerSpec[],
): readonly ArtifactFile[] {
  const silent = new Set(consolidation.incomplete.map(({ scanner }) => scanner));
  const reviews = panel
    .filter(({ id }) => !silent.has(id))
    .map(({ id }) => ({ id, review: reviewOf(id, consolidation.findings) }));
  const folder = folderOf(round);
  const files = reviews.map(({ id, review }) =>
    jsonFile(`${folder}/r1-${id}.json`, MinionsReview.parse(review)),
  );
  if (silent.size > 0 || reviews.length === 0) return files;
  return [...files, jsonFile(`${folder}/r1-verdict.json`, verdictOf(reviews))];
}

/** Folder of a round. */
export function folderOf(round: number): string {
  return `phases/review-${round}`;
}

function reviewOf(scanner: string, findings: readonly Finding[]): MinionsReview {
  const issues = findings.flatMap((finding) => issueOf(scanner, finding));
  const count = (wanted: Issue['severity']): number =>
    issues.filter(({ severity }) => severity === wanted).length;
  return {
    issues,
    summary: {
      critical: count('critical'),
      warning: count('warning'),
      info: count('info'),
      verdict: issues.length > 0 ? 'issues_found' : 'clean',
    },
  };
}

function issueOf(scanner: string, finding: Finding): Issue[] {
  const voice = finding.voices.find((one) => one.scanner === scanner);
  if (voice === undefined) return [];
  return [
    {
      severity: voice.severity,
      category: finding.check ?? finding.rule,
      file: finding.file,
      line: voice.line,
      description: voice.message,
      evidence: finding.evidence,
      suggestion: finding.suggestion ?? '',
    },
  ];
}

function verdictOf(
  reviews: readonly { readonly id: string; readonly review: MinionsReview }[],
): MinionsVerdict {
  const total = reviews.reduce((sum, { review }) => sum + review.issues.length, 0);
  const members = reviews.map(({ id, review: { issues, summary } }) => [
    id.replaceAll('-', '_'),
    { verdict: summary.verdict, issues: issues.length },
  ]);
  return MinionsVerdict.parse({
    ...Object.fromEntries(members),
    overall_verdict: total > 0 ? 'issues_found' : 'clean',
    total_issues: total,
  });
}
