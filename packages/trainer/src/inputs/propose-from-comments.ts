import type { PersonaDef } from '@magi/contracts';
import { joinText } from '@magi/contracts';
import { stemsOf } from '../proposals/generalise.ts';
import { promotionOf } from '../proposals/promote.ts';
import type { Proposal } from '../proposals/proposal.ts';
import { proposalId } from '../proposals/propose.ts';
import { clusterUnlisted, type UnlistedReport } from '../proposals/unlisted-clusters.ts';
import type { MinedComment } from './comment.ts';

/** What comments say, held against the checklists there are. */
export interface GapReport {
  readonly proposals: readonly Proposal[];
  /** Clusters that a known check covers already. */
  readonly covered: readonly { readonly check: string; readonly comments: number }[];
  /** Clusters whose comments contradict each other: they need a person, not a check. */
  readonly contradictory: readonly string[];
  /** Clusters below the evidence bar. */
  readonly tooThin: number;
}

/** Share of a cluster's stems that a statement must have to cover it. */
const COVERS = 0.6;

/**
 * Proposes checks from mined comments (BASIC, DEEP and BREADTH paths of seed 003).
 *
 * The same bar holds as for our own runs: several comments, changes and voters, one acted upon.
 * What a cluster would find in recorded runs is unknown, because nobody was asked for it.
 */
export function proposeFromComments(
  comments: readonly MinedComment[],
  personas: ReadonlyMap<string, PersonaDef>,
): GapReport {
  const clusters = clusterUnlisted(comments.map(reportOf));
  const covered: { check: string; comments: number }[] = [];
  const contradictory: string[] = [];
  const proposals: Proposal[] = [];
  let tooThin = 0;
  for (const cluster of clusters) {
    const check = coveringCheck(cluster.stems, personas);
    if (check) {
      covered.push({ check, comments: cluster.reports.length });
      continue;
    }
    if (isContradictory(cluster.reports)) {
      contradictory.push(cluster.reports[0]?.message ?? '');
      continue;
    }
    const draft = promotionOf({ ...cluster, reports: cluster.reports });
    if (draft === null) tooThin += 1;
    else proposals.push({ ...draft, id: proposalId(draft.edit), counterfactual: nothingKnown() });
  }
  return { proposals, covered, contradictory, tooThin };
}

function reportOf(comment: MinedComment): UnlistedReport {
  return {
    run: comment.change,
    change: comment.change,
    author: comment.author,
    scanner: 'core',
    rule: '',
    message: comment.text,
    file: comment.file ?? '',
    isFixed: comment.isResolved,
  };
}

function coveringCheck(
  stems: readonly string[],
  personas: ReadonlyMap<string, PersonaDef>,
): string | null {
  if (stems.length === 0) return null;
  for (const { checklist } of personas.values())
    for (const [id, statement] of Object.entries(checklist)) {
      const known = stemsOf(`${id.replaceAll('_', ' ')} ${joinText(statement)}`);
      if (stems.filter((stem) => known.has(stem)).length / stems.length >= COVERS) return id;
    }
  return null;
}

const NEGATION = /\b(not|never|no|don't|avoid|stop|without|forbidden)\b/i;

/** About as many comments ask for it as ask for the opposite. */
function isContradictory(reports: readonly UnlistedReport[]): boolean {
  const against = reports.filter(({ message }) => NEGATION.test(message)).length;
  return Math.min(against, reports.length - against) * 3 >= reports.length;
}

function nothingKnown(): Proposal['counterfactual'] {
  return {
    runs: 0,
    changed: 0,
    better: 0,
    worse: 0,
    undecided: 0,
    unknownRounds: 0,
    p: 1,
    rejectionChange: null,
    unknown: ['what a scanner that is asked for it would find in recorded runs'],
  };
}
