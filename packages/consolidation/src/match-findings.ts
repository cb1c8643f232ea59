import type { WrittenLines } from '@magi/contracts';
import { groupBy } from './group-by.ts';
import { lineMapOf, type TreeDiff } from './line-map.ts';
import { type Earlier, type FindingMatch, type Identifiable, matchInSteps } from './match-pool.ts';
import {
  betweenChangedLines,
  inAnotherFile,
  type LineKnowledge,
  onEditedLine,
  onlyContent,
  onMappedLine,
  sameContent,
  sameFingerprint,
  underAnotherName,
} from './match-steps.ts';
import { belowWritten, isOnWrittenLines, writtenBy } from './written-lines.ts';

export type MatchOptions = {
  /** How the tree of the earlier findings became that of the later ones. */
  readonly diff?: TreeDiff;
  /** Lines of the later tree that are known to be new; told by the diff where there is one. */
  readonly written?: readonly WrittenLines[];
};

/** How far, in lines, a neighbour may be away to tell where a finding went. */
const neighbourhood = 30;
/** How alike an edited line must stay, 0..1, to be the line it was. */
const editedLine = { whenKnownNew: 0.5, otherwise: 1 };

/**
 * Recognises the findings of an earlier round in those of a later one, each at most once.
 *
 * Tried in this order, each step only on what the earlier ones left over: same rule on the mapped
 * line; same rule and content in the same file; same fingerprint; same rule on a line that was
 * edited; another rule id with a similar wording about the same place; the same line moved to
 * another file. A finding whose line still stands unchanged is never taken for one on another line,
 * and a line that was not written since is never taken for an edited one. Without diff and written
 * lines, texts alone are compared, and an edited line is not recognised: it might be its neighbour.
 */
export function matchFindings(
  previous: readonly Identifiable[],
  current: readonly Identifiable[],
  { diff, written }: MatchOptions = {},
): readonly FindingMatch[] {
  const follow = diff === undefined ? downwards(written ?? []) : lineMapOf(diff);
  const earlier = previous.map((finding) => ({
    finding,
    place: follow(finding.file, finding.line),
    isFollowed: diff !== undefined || (written ?? []).length > 0,
  }));
  const known = knowledgeOf(diff === undefined ? written : writtenBy(diff));
  const steps = [
    sameContent,
    sameFingerprint,
    onEditedLine(known),
    underAnotherName(known),
    inAnotherFile,
  ];
  if (diff !== undefined) {
    const careful = steps.map((step) => betweenChangedLines(known, step));
    return matchInSteps(earlier, current, [onMappedLine, ...careful]);
  }
  const sure = matchInSteps(earlier, current, [onlyContent]);
  return matchInSteps(shiftedLike(sure, earlier, current), current, steps, sure);
}

function knowledgeOf(newLines: readonly WrittenLines[] | undefined): LineKnowledge {
  if (newLines === undefined) return { isNew: () => true, likeness: editedLine.otherwise };
  return {
    isNew: (fresh) => isOnWrittenLines(fresh, newLines),
    likeness: editedLine.whenKnownNew,
  };
}

function downwards(written: readonly WrittenLines[]) {
  return (file: string, line: number) => {
    const place = belowWritten(file, line, written);
    return { file, line: place, endLine: place, isUnchanged: true };
  };
}

/** Without a diff, an unmatched finding is expected as far down as its nearest matched neighbour. */
function shiftedLike(
  matches: readonly FindingMatch[],
  earlier: readonly Earlier[],
  current: readonly Identifiable[],
): readonly Earlier[] {
  const matched = new Set(matches.map(({ previous }) => previous));
  const landmarks = matches.map(({ previous, current: index }) => ({
    from: (earlier[previous] as Earlier).finding,
    to: current[index] as Identifiable,
  }));
  const inFile = groupBy(landmarks, ({ from }) => from.file);
  return earlier.map((entry, index) => {
    const { finding, place } = entry;
    const [first, ...others] = inFile.get(finding.file) ?? [];
    if (matched.has(index) || first === undefined || place === null) return entry;
    const near = others.reduce(
      (best, it) => (gap(it.from, finding) < gap(best.from, finding) ? it : best),
      first,
    );
    if (gap(near.from, finding) > neighbourhood) return entry;
    const line = Math.max(1, finding.line + near.to.line - near.from.line);
    return { finding, place: { ...place, line, endLine: line }, isFollowed: true };
  });
}

function gap(a: Identifiable, b: Identifiable): number {
  return Math.abs(a.line - b.line);
}
