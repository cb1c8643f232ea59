import type { RunDigest } from '../run-digest.ts';
import { wilson } from '../statistics/interval.ts';
import { evidenceBar } from './evidence-bar.ts';
import { generalWords, isGeneral, stemsOf } from './generalise.ts';
import type { Draft } from './proposal.ts';
import { clusterUnlisted, type UnlistedCluster, unlistedReports } from './unlisted-clusters.ts';

/**
 * Clusters of unlisted issues that deserve a check of their own.
 *
 * A cluster needs several occurrences, runs and voters (change and author), and at least one that
 * somebody fixed: what nobody acted upon is not evidence.
 */
export function proposePromotions(runs: readonly RunDigest[]): readonly Draft[] {
  const known = new Set(runs.flatMap(({ checks }) => checks));
  return clusterUnlisted(unlistedReports(runs)).flatMap((cluster) => {
    const draft = promotionOf(cluster);
    return draft && draft.edit.kind === 'promote' && !known.has(draft.edit.check) ? [draft] : [];
  });
}

/** The check a cluster deserves, or null below the evidence bar or without general words. */
export function promotionOf(cluster: UnlistedCluster): Draft | null {
  const { reports } = cluster;
  const bar = evidenceBar.promote;
  const runs = new Set(reports.map(({ run }) => run));
  const voters = new Set(reports.map(({ change, author }) => JSON.stringify([change, author])));
  const authors = new Set(reports.map(({ author }) => author));
  const changes = new Set(reports.map(({ change }) => change));
  const fixed = reports.filter(({ isFixed }) => isFixed).length;
  if (reports.length < bar.occurrences || runs.size < bar.runs || fixed < bar.fixed) return null;
  if (voters.size < bar.voters || (authors.size < bar.voters && changes.size < bar.voters))
    return null;
  const words = wordsOf(cluster);
  if (words.length < 2) return null;
  const statement = `The change raises no issue of this kind: ${words.join(' ')}.`;
  if (!isGeneral(statement)) return null;
  return {
    edit: {
      kind: 'promote',
      check: `raises_no_${words.slice(0, 4).join('_')}_issue`,
      statement,
      scanner: mostFrequent(reports.map(({ scanner }) => scanner)),
      rules: [...new Set(reports.map(({ rule }) => rule))].sort(),
    },
    because: `at least ${reports.length} reports in ${runs.size} runs and ${changes.size} changes say the same, and ${fixed} were fixed`,
    evidence: {
      measure: 'fixed reports',
      proportion: wilson(fixed, reports.length),
      bar: `≥ ${bar.occurrences} reports, ≥ ${bar.runs} runs, ≥ ${bar.voters} voters, ≥ ${bar.fixed} fixed`,
      runs: [...runs].sort(),
    },
    cautions: ['the wording is made of the words the reports share: read it before you approve'],
  };
}

/** The words behind the shared stems, in the order of the most typical report. */
function wordsOf({ reports, stems }: UnlistedCluster): readonly string[] {
  const shared = new Set(stems);
  const overlap = (message: string): number =>
    [...stemsOf(message)].filter((stem) => shared.has(stem)).length / (stemsOf(message).size || 1);
  const [typical] = [...reports].sort(
    (a, b) => overlap(b.message) - overlap(a.message) || (a.message < b.message ? -1 : 1),
  );
  const seen = new Set<string>();
  return generalWords(typical?.message ?? '').filter((word) => {
    const [stem = ''] = stemsOf(word);
    if (!shared.has(stem) || seen.has(stem)) return false;
    seen.add(stem);
    return true;
  });
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0] ?? '';
}
