import { squeeze } from './line-text.ts';
import type { Earlier, Identifiable, MatchStep } from './match-pool.ts';
import { gramOverlap } from './text/grams.ts';
import { wordOverlap } from './text/words.ts';

/** What is known about the lines of the later tree. */
export type LineKnowledge = {
  /** True where a line may be new or rewritten. */
  readonly isNew: (fresh: Identifiable) => boolean;
  /** How alike an edited line must stay, 0..1, to be the line it was. */
  readonly likeness: number;
};

/** How alike two quotes must be, 0..1, to be one. */
const sameQuote = 0.8;
/** How alike two wordings must be, 0..1, for findings of different rules about one place. */
const reworded = 0.3;
/** Lines between two reports of one problem, where reviewers point imprecisely. */
const nearby = 3;
/** Length without white space below which a line is too common to be known in another file. */
const telling = 12;

/** Same rule on the line that the old line became. */
export const onMappedLine: MatchStep = {
  by: 'line',
  previousKey: ({ finding, place }) =>
    place?.isUnchanged ? keyOf(finding.rule, place.file, place.line) : null,
  currentKey: (finding) => keyOf(finding.rule, finding.file, finding.line),
  fit: ({ finding }, fresh) => wordOverlap(finding.message, fresh.message),
  alone: 'certain',
};

export const sameFingerprint: MatchStep = {
  by: 'fingerprint',
  previousKey: ({ finding }) => finding.fingerprint,
  currentKey: (finding) => finding.fingerprint,
  fit: (earlier, fresh) => -linesApart(earlier, fresh),
};

/**
 * Same rule about the same lines of text, wherever in the file they stand now. Among equal lines
 * the expected place decides; where nothing tells the place, which of the equal lines it was.
 */
export const sameContent: MatchStep = {
  by: 'content',
  previousKey: ({ finding, place }) =>
    place === null ? null : keyOf(finding.rule, place.file, finding.contentDigest),
  currentKey: (finding) => keyOf(finding.rule, finding.file, finding.contentDigest),
  fit: (earlier, fresh) => {
    const isSame = earlier.finding.fingerprint === fresh.fingerprint;
    if (!earlier.isFollowed) return isSame ? 0 : -1 - linesApart(earlier, fresh);
    const isSameSymbol = earlier.finding.symbol === fresh.symbol;
    return (isSame ? 1 : 0) + (isSameSymbol ? nearby : 0) - linesApart(earlier, fresh);
  },
};

/** The same, where there is only one such line before and after. */
export const onlyContent: MatchStep = { ...sameContent, alone: 'only' };

/** Same rule on a new line near by that looks like the old one, or hardly changed at all. */
export function onEditedLine(known: LineKnowledge): MatchStep {
  return {
    by: 'edited_line',
    previousKey: ({ finding, place }) => (place === null ? null : keyOf(finding.rule, place.file)),
    currentKey: (finding) => (known.isNew(finding) ? keyOf(finding.rule, finding.file) : null),
    fit: (earlier, fresh) => {
      const likeness = quoteLikeness(earlier.finding, fresh);
      const isThere = isAround(earlier, fresh) || likeness >= sameQuote;
      const isOne = likeness >= known.likeness && isThere;
      return isOne ? likeness + closeness(earlier, fresh) : null;
    },
  };
}

/** Any rule about the same content, or a new line like it, in similar words or under one check. */
export function underAnotherName(known: LineKnowledge): MatchStep {
  return {
    by: 'reworded',
    previousKey: ({ place }) => place?.file ?? null,
    currentKey: (finding) => finding.file,
    fit: (earlier, fresh) => {
      const old = earlier.finding;
      const isSameContent = old.contentDigest === fresh.contentDigest;
      const mayBeEdited = known.isNew(fresh) && isAround(earlier, fresh);
      if (!isSameContent && !mayBeEdited) return null;
      const likeness = isSameContent ? 1 : quoteLikeness(old, fresh);
      const wording = wordOverlap(old.message, fresh.message);
      const isSameCheck = old.check !== null && old.check === fresh.check;
      const isOne = likeness >= sameQuote && isSameCheck;
      const isAlike = likeness >= known.likeness && wording >= reworded;
      return isOne || isAlike ? wording + likeness + closeness(earlier, fresh) : null;
    },
  };
}

/** Same rule in a symbol of the same name, on a line long enough to be known anywhere. */
export const inAnotherFile: MatchStep = {
  by: 'moved_file',
  previousKey: ({ finding }) => movedKey(finding),
  currentKey: (finding) => movedKey(finding),
  fit: ({ finding }, fresh) => wordOverlap(finding.message, fresh.message),
};

/**
 * With a diff at hand nobody has to guess: a line that still stands is found on its mapped line or
 * not at all, and a line that stood there before was not what another line has become.
 */
export function betweenChangedLines({ isNew }: LineKnowledge, step: MatchStep): MatchStep {
  return {
    ...step,
    fit: (earlier, fresh) => {
      const isOnItsLine = linesApart(earlier, fresh) === 0;
      const isPossible = isOnItsLine || (!earlier.place?.isUnchanged && isNew(fresh));
      return isPossible ? step.fit(earlier, fresh) : null;
    },
  };
}

function isAround(earlier: Earlier, fresh: Identifiable): boolean {
  const { symbol } = earlier.finding;
  const isSameSymbol = symbol !== undefined && symbol === fresh.symbol;
  return isSameSymbol || linesApart(earlier, fresh) <= nearby;
}

/** Breaks ties between like lines: the same symbol first, then the fewer lines away. */
function closeness(earlier: Earlier, fresh: Identifiable): number {
  const isSameSymbol = earlier.finding.symbol === fresh.symbol;
  return (isSameSymbol ? 0.1 : 0) - Math.min(0.3, linesApart(earlier, fresh) / 50);
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
