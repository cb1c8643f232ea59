import type { WrittenLines } from '@magi/contracts';
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
import { isOnWrittenLines, writtenBy } from './written-lines.ts';

/** How alike an edited line must stay, 0..1, to be the line it was. */
const editedLine = 0.5;
/** How alike two quotes must be, 0..1, to be one. */
const sameQuote = 0.8;
/** How alike two wordings must be, 0..1, for findings of different rules about one place. */
const reworded = 0.3;
/** Lines between two reports of one problem, where reviewers point imprecisely. */
const nearby = 3;
/** Length without white space below which a line is too common to be known in another file. */
const telling = 12;

export type MatchOptions = {
  /** How the tree of the earlier findings became that of the later ones. */
  readonly diff?: TreeDiff;
  /** Lines of the later tree that are known to be new; told by the diff where there is one. */
  readonly written?: readonly WrittenLines[];
};

/**
 * Recognises the findings of an earlier round in those of a later one, each at most once.
 *
 * Tried in this order, each step only on what the earlier ones left over: same rule on the mapped
 * line; same fingerprint; same rule and content in the same file; same rule on a line that was
 * edited; another rule id with a similar wording about the same place; the same line moved to
 * another file. A finding whose line still stands unchanged is never taken for one on another line,
 * and a line that was not written since is never taken for an edited one. Without diff and written
 * lines, texts alone are compared.
 */
export function matchFindings(
  previous: readonly Identifiable[],
  current: readonly Identifiable[],
  { diff, written }: MatchOptions = {},
): readonly FindingMatch[] {
  const follow = lineMapOf(diff ?? []);
  const earlier = previous.map((finding) => ({
    finding,
    place: follow(finding.file, finding.line),
  }));
  const newLines = diff === undefined ? written : writtenBy(diff);
  const isNew = (fresh: Identifiable) =>
    newLines === undefined || isOnWrittenLines(fresh, newLines);
  const steps = [
    sameFingerprint,
    sameContent,
    onlyOnNewLines(isNew, onEditedLine),
    underAnotherName(isNew),
    inAnotherFile,
  ];
  const exactly = [onMappedLine, ...steps.map((step) => betweenChangedLines(isNew, step))];
  return matchInSteps(earlier, current, diff === undefined ? steps : exactly);
}

type IsNew = (fresh: Identifiable) => boolean;

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
    const likeness = quoteLikeness(earlier.finding, fresh);
    return isAround(earlier, fresh) && likeness >= editedLine ? likeness : null;
  },
};

function underAnotherName(isNew: IsNew): MatchStep {
  return {
    by: 'reworded',
    previousKey: ({ place }) => place?.file ?? null,
    currentKey: (finding) => finding.file,
    fit: (earlier, fresh) => {
      const old = earlier.finding;
      const isSameContent = old.contentDigest === fresh.contentDigest;
      const likeness = isSameContent ? 1 : quoteLikeness(old, fresh);
      if (!isSameContent && !(isAround(earlier, fresh) && isNew(fresh))) return null;
      const wording = wordOverlap(old.message, fresh.message);
      const isSameCheck = old.check !== null && old.check === fresh.check;
      if (likeness >= sameQuote && isSameCheck) return 1 + wording;
      return likeness >= editedLine && wording >= reworded ? wording : null;
    },
  };
}

const inAnotherFile: MatchStep = {
  by: 'moved_file',
  previousKey: ({ finding }) => movedKey(finding),
  currentKey: (finding) => movedKey(finding),
  fit: ({ finding }, fresh) => wordOverlap(finding.message, fresh.message),
};

/**
 * With a diff at hand nobody has to guess: a line that still stands is found on its mapped line or
 * not at all, and a line that stood there before was not what another line has become.
 */
function betweenChangedLines(isNew: IsNew, step: MatchStep): MatchStep {
  return {
    ...step,
    fit: (earlier, fresh) => {
      const isOnItsLine = linesApart(earlier, fresh) === 0;
      const isPossible = isOnItsLine || (!earlier.place?.isUnchanged && isNew(fresh));
      return isPossible ? step.fit(earlier, fresh) : null;
    },
  };
}

function onlyOnNewLines(isNew: IsNew, step: MatchStep): MatchStep {
  return { ...step, currentKey: (finding) => (isNew(finding) ? step.currentKey(finding) : null) };
}

function isAround(earlier: Earlier, fresh: Identifiable): boolean {
  const { symbol } = earlier.finding;
  const isSameSymbol = symbol !== undefined && symbol === fresh.symbol;
  return isSameSymbol || linesApart(earlier, fresh) <= nearby;
}

function linesApart({ place }: Earlier, fresh: Identifiable): number {
  if (place === null || place.file !== fresh.file) return Number.MAX_SAFE_INTEGER;
  return Math.max(0, place.line - fresh.line, fresh.line - place.endLine);
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
