import { byText } from '@magi/contracts';
import { type ConsensusSettings, consensusDefaults, type Needed } from './consensus-settings.ts';
import { averageLink } from './text/average-link.ts';
import { similarityOf } from './text/similarity.ts';
import { toneOf } from './text/tone.ts';

/** One finding in a reviewer's own words. */
export type Statement = { readonly reviewer: string; readonly text: string };

/** Statements about one issue, by index; `voices` are distinct reviewers (weighted). */
export type Issue = {
  readonly members: readonly number[];
  readonly voices: number;
  readonly score: number;
};

/** Issues about one thing, which are accepted or dropped together. */
export type Concern = {
  readonly issues: readonly Issue[];
  readonly members: readonly number[];
  readonly voices: number;
  readonly score: number;
  readonly accepted: boolean;
};

export type VoteOptions = {
  /** Everything said about the project so far; tells its everyday words from odd ones. */
  readonly corpus?: readonly string[];
  /** Number of reviewers that were asked; by default, those that spoke. */
  readonly reviewers?: number;
  /** Votes that a reviewer's voice counts for (from measured precision); 1 by default. */
  readonly weights?: Readonly<Record<string, number>>;
  readonly settings?: ConsensusSettings;
  /** Similarity of two statements, where it was computed already (`similarityOf`). */
  readonly similarity?: (a: number, b: number) => number;
};

/**
 * Takes a vote on what several reviewers said in their own words.
 *
 * Statements with the same meaning become one issue. Its score is its voices, plus half a vote for
 * every other reviewer that says nearly the same, plus its tone. Issues that score enough and speak
 * of one thing become a concern, scored in the same way and accepted when it reaches what the number
 * of reviewers demands. A reviewer rarely says one thing twice, so two statements of one reviewer
 * count as half as alike. The order of the statements does not matter.
 */
export function voteClusters(
  statements: readonly Statement[],
  options: VoteOptions = {},
): { readonly issues: readonly Issue[]; readonly concerns: readonly Concern[] } {
  const settings = options.settings ?? consensusDefaults;
  const order = statements.map((_, index) => index).sort((a, b) => byStatement(statements, a, b));
  const sorted = order.map((index) => statements[index] as Statement);
  const reviewers = options.reviewers ?? new Set(sorted.map(({ reviewer }) => reviewer)).size;
  const similarity = options.similarity ?? compare(statements, options.corpus);
  const alike = (a: number, b: number) => similarity(order[a] as number, order[b] as number);
  const room = roomOf(sorted, alike, options, settings);
  const issues = averageLink(sorted.length, room.alike, settings.issueCut).map((group) =>
    scored(room, group, echoOf(room, group)),
  );
  const heard = issues.filter((issue) => issue.score >= needed(settings.issueNeeds, reviewers));
  const between = (a: number, b: number) => averageAlike(room, heard[a], heard[b]);
  const cut = settings.issueCut * settings.concernCut;
  const concerns = averageLink(heard.length, between, cut).map((group) => {
    const parts = group.map((index) => heard[index] as EchoedIssue);
    const members = parts.flatMap((issue) => issue.members).sort((a, b) => a - b);
    const whole = scored(room, members, Math.max(...parts.map((issue) => issue.echo)));
    return { issues: parts, whole };
  });
  const original = (issue: Issue): Issue => ({
    members: issue.members.map((index) => order[index] as number).sort((a, b) => a - b),
    voices: issue.voices,
    score: issue.score,
  });
  return {
    issues: issues.map(original),
    concerns: concerns
      .map(({ issues: parts, whole }) => ({
        ...original(whole),
        issues: parts.map(original),
        accepted: whole.score >= needed(settings.concernNeeds, reviewers),
      }))
      .sort((a, b) => b.score - a.score),
  };
}

type EchoedIssue = Issue & { readonly echo: number };

/** What every step needs to know of the statements. */
type Room = {
  readonly reviewerOf: (index: number) => string;
  readonly indices: readonly number[];
  readonly alike: (a: number, b: number) => number;
  readonly tones: readonly number[];
  readonly weightOf: (reviewer: string) => number;
  readonly settings: ConsensusSettings;
};

function compare(statements: readonly Statement[], corpus?: readonly string[]) {
  const texts = statements.map(({ text }) => text);
  return similarityOf(texts, corpus ?? texts);
}

function roomOf(
  statements: readonly Statement[],
  similarity: (a: number, b: number) => number,
  options: VoteOptions,
  settings: ConsensusSettings,
): Room {
  const reviewerOf = (index: number) => statements[index]?.reviewer ?? '';
  return {
    reviewerOf,
    indices: statements.map((_, index) => index),
    alike: (a, b) => similarity(a, b) * (reviewerOf(a) === reviewerOf(b) ? 0.5 : 1),
    tones: statements.map(({ text }) => toneOf(text)),
    weightOf: (reviewer) => options.weights?.[reviewer] ?? 1,
    settings,
  };
}

function scored(room: Room, members: readonly number[], echo: number): EchoedIssue {
  const reviewers = [...new Set(members.map(room.reviewerOf))].sort();
  const voices = reviewers.reduce((sum, reviewer) => sum + room.weightOf(reviewer), 0);
  const tone = members.reduce((sum, index) => sum + (room.tones[index] ?? 0), 0) / members.length;
  const score = voices + room.settings.toneWeight * tone + room.settings.echoWeight * echo;
  return { members, voices, score, echo };
}

/** Reviewers outside of an issue who come close to saying the same, each 0..1. */
function echoOf(room: Room, members: readonly number[]): number {
  const inside = new Set(members.map(room.reviewerOf));
  const closest = new Map<string, number>();
  for (const index of room.indices) {
    const reviewer = room.reviewerOf(index);
    if (inside.has(reviewer)) continue;
    const sum = members.reduce((total, member) => total + room.alike(member, index), 0);
    closest.set(reviewer, Math.max(closest.get(reviewer) ?? 0, sum / members.length));
  }
  return [...closest].reduce(
    (sum, [reviewer, alike]) =>
      sum + room.weightOf(reviewer) * Math.min(1, alike / room.settings.issueCut),
    0,
  );
}

function averageAlike(room: Room, a: Issue | undefined, b: Issue | undefined): number {
  if (a === undefined || b === undefined) return 0;
  let sum = 0;
  for (const left of a.members) for (const right of b.members) sum += room.alike(left, right);
  return sum / (a.members.length * b.members.length);
}

function needed({ base, perReviewer }: Needed, reviewers: number): number {
  return base + perReviewer * reviewers;
}

function byStatement(statements: readonly Statement[], a: number, b: number): number {
  const [left, right] = [statements[a], statements[b]];
  return (
    byText(left?.reviewer ?? '', right?.reviewer ?? '') ||
    byText(left?.text ?? '', right?.text ?? '')
  );
}
