import { openSnapshot, type Repository } from '@magi/change';
import type { Candidate, ReviewOutput } from '@magi/contracts';
import type { RunContext } from '@magi/engine';
import { bareContext, type ReportContext } from '@magi/reports';

/**
 * Collects what reporters may want beside the review: hunks, suppressed findings, the round before
 * and, where they need it and the repository is at hand, the text of the files with findings.
 */
export async function reportContext(
  review: ReviewOutput,
  { context, repository, needsSources, version, colours }: ReportSource,
): Promise<ReportContext> {
  const rounds = context.history;
  const earlier = rounds.at(-2)?.consolidation.findings ?? null;
  return {
    ...bareContext(version),
    colours,
    files: context.candidate?.files ?? [],
    suppressed: rounds.at(-1)?.consolidation.suppressed ?? [],
    earlier: earlier as ReportContext['earlier'],
    sources:
      repository === null || context.candidate === null || !needsSources
        ? new Map()
        : await sourcesOf(review, repository, context.candidate),
  };
}

export interface ReportSource {
  readonly context: RunContext;
  readonly repository: Repository | null;
  /** A reporter looks at the text of the files. */
  readonly needsSources: boolean;
  readonly version: string;
  readonly colours: boolean;
}

async function sourcesOf(
  review: ReviewOutput,
  repository: Repository,
  candidate: Candidate,
): Promise<ReadonlyMap<string, string>> {
  const snapshot = await openSnapshot(repository, candidate);
  const sources = new Map<string, string>();
  try {
    for (const file of new Set(review.findings.map((finding) => finding.file))) {
      const bytes = await snapshot.read('head', file).catch(() => null);
      if (bytes !== null) sources.set(file, new TextDecoder().decode(bytes));
    }
  } finally {
    await snapshot.dispose();
  }
  return sources;
}
