import { lineMapOf, type TreeDiff } from './line-map.ts';
import { squeeze } from './line-text.ts';
import {
  type Earlier,
  type FindingMatch,
  type Identifiable,
  type MatchStep,
  matchInSteps,
} from './match-pool.ts';
import { gramOverlap } from './text/grams.ts';
import { wordOverlap } from './text/words.ts';

/** How alike an edited line must stay, 0..1, to be the line it was. */
const editedLine = 0.5;
/** How alike two wordings must be, 0..1, for findings of different rules about one place. */
const reworded = 0.3;
/** How alike two quotes must be, 0..1, to be one. */
const sameQuote = 0.8;
/** Lines between two reports of one problem, where reviewers point imprecisely. */
const nearby = 3;
/** Length without white space below which a line is too common to be known in another file. */
const telling = 12;

/**
 * Recognises the findings of an earlier round in those of a later one, each at most once.
 *
 * Tried in this order, each step only on what the earlier ones left over: same rule on the mapped
 * line; same fingerprint; same rule and content in the same file; same rule on a line that was
 * edited; another rule id with a similar wording about the same place; the same line moved to
 * another file. A finding whose line still stands unchanged is never taken for one on another line.
 *
 * @param diff how the tree of `previous` became that of `current`; without it only text is compared
 */
export function matchFindings(
  previous: readonly Identifiable[],
  current: readonly Identifiable[],
  diff?: TreeDiff,
): readonly FindingMatch[] {
  const follow = lineMapOf(diff ?? []);
  const earlier = previous.map((finding) => ({
    finding,
    place: follow(finding.file, finding.line),
  }));
  return matchInSteps(earlier, current, diff === undefined ? textSteps : [onMappedLine, ...steps]);
}

const onMappedLine: MatchStep = {
  by: 'line',
  previousKey: ({ finding, place }) =>
    place?.isUnchanged ? keyOf(finding.rule, place.file, place.line) : null,
  currentKey: (finding) => keyOf(finding.rule, finding.file, finding.line),
  fit: ({ finding }, fresh) => wordOverlap(finding.message, fresh.message),
};

const sameFingerprint: MatchStep = {
  by: 'fingerprint',
  previousKey: ({ finding }) => finding.fingerprint,
  currentKey: (finding) => finding.fingerprint,
  fit: (earlier, fresh) => -linesApart(earlier, fresh),
};

const sameContent: MatchStep = {
  by: 'content',
  previousKey: ({ finding, place }) =>
    place === null ? null : keyOf(finding.rule, place.file, finding.contentDigest),
  currentKey: (finding) => keyOf(finding.rule, finding.file, finding.contentDigest),
  fit: (earlier, fresh) => -linesApart(earlier, fresh),
};

const onEditedLine: MatchStep = {
  by: 'edited_line',
  previousKey: ({ finding, place }) => (place === null ? null : keyOf(finding.rule, place.file)),
  currentKey: (finding) => keyOf(finding.rule, finding.file),
  fit: (earlier, fresh) => {
    const isThere = linesApart(earlier, fresh) <= nearby || isSameSymbol(earlier.finding, fresh);
    const likeness = quoteLikeness(earlier.finding, fresh);
    return isThere && likeness >= editedLine ? likeness : null;
  },
};

const underAnotherName: MatchStep = {
  by: 'reworded',
  previousKey: ({ place }) => place?.file ?? null,
  currentKey: (finding) => finding.file,
  fit: (earlier, fresh) => {
    const old = earlier.finding;
    const isAround = linesApart(earlier, fresh) <= nearby || isSameSymbol(old, fresh);
    const isSameQuote =
      old.contentDigest === fresh.contentDigest ||
      (isAround && quoteLikeness(old, fresh) >= sameQuote);
    const wording = wordOverlap(old.message, fresh.message);
    if (isSameQuote && old.check !== null && old.check === fresh.check) return 1 + wording;
    const isClose = isSameQuote || linesApart(earlier, fresh) <= nearby;
    return isClose && wording >= reworded ? wording : null;
  },
};

const inAnotherFile: MatchStep = {
  by: 'moved_file',
  previousKey: ({ finding }) => movedKey(finding),
  currentKey: movedKey,
  fit: ({ finding }, fresh) => wordOverlap(finding.message, fresh.message),
};

const textSteps = [sameFingerprint, sameContent, onEditedLine, underAnotherName, inAnotherFile];
const steps = textSteps.map(exceptWhereTheLineStands);

/** An unchanged line that is no longer reported was cleared; a like line elsewhere is another one. */
function exceptWhereTheLineStands(step: MatchStep): MatchStep {
  return {
    ...step,
    fit: (earlier, fresh) =>
      earlier.place?.isUnchanged && !isSamePlace(earlier, fresh) && step.by !== 'reworded'
        ? null
        : step.fit(earlier, fresh),
  };
}

function isSamePlace({ place }: Earlier, fresh: Identifiable): boolean {
  return place?.file === fresh.file && place.line <= fresh.line && fresh.line <= place.endLine;
}

function linesApart({ place }: Earlier, fresh: Identifiable): number {
  if (place === null || place.file !== fresh.file) return Number.MAX_SAFE_INTEGER;
  return Math.max(0, place.line - fresh.line, fresh.line - place.endLine);
}

function isSameSymbol(old: Identifiable, fresh: Identifiable): boolean {
  return old.symbol !== undefined && old.symbol === fresh.symbol;
}

function quoteLikeness(old: Identifiable, fresh: Identifiable): number {
  return gramOverlap(squeeze(old.evidence), squeeze(fresh.evidence));
}

function movedKey(finding: Identifiable): string | null {
  const quote = squeeze(finding.evidence);
  return quote.length < telling ? null : keyOf(finding.rule, finding.symbol ?? '', quote);
}

function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
