import type { Attempt, Candidate, Finding, RoundRecord } from '@magi/contracts';
import { type MatchOptions, matchFindings } from './match-findings.ts';
import type { Problem } from './merge-findings.ts';
import { changedFileOf } from './origin.ts';
import { digestOf } from './sha256.ts';
import { isOnWrittenLines } from './written-lines.ts';

/** A problem with the identity it keeps over the rounds. */
export type KnownProblem = Problem & {
  /** Round in which it was last seen before this one; null when it is new. */
  readonly lastSeen: number | null;
};

/**
 * Gives findings that earlier rounds knew their old identity, and new ones their own.
 *
 * The newest round is compared first, so that a finding which was there, went away and came back
 * is still recognised. A new finding on lines that the last attempt wrote is charged to it
 * (`introducedBy`); a known one keeps what was said of it before.
 */
export function keepIdentity(
  problems: readonly Problem[],
  history: readonly RoundRecord[],
  candidate: Candidate,
): readonly KnownProblem[] {
  const known = new Map<number, { readonly finding: Finding; readonly round: number }>();
  const taken = new Set<string>();
  for (const record of [...history].reverse()) {
    if (known.size === problems.length) break;
    const earlier = findingsOf(record).filter((finding) => !taken.has(finding.fingerprint));
    const open = problems.map((_, index) => index).filter((index) => !known.has(index));
    const files = new Set(earlier.map(({ file }) => file));
    const current = open.map((index) => asBefore(problems[index] as Problem, candidate, files));
    for (const match of matchFindings(earlier, current, newLinesSince(record, history))) {
      const finding = earlier[match.previous] as Finding;
      known.set(open[match.current] as number, { finding, round: record.round });
      taken.add(finding.fingerprint);
    }
  }
  const lastAttempt = history.at(-1)?.attempt;
  return problems.map((problem, index) => {
    const before = known.get(index);
    const finding = before
      ? asKnown(problem.finding, before.finding)
      : asNew(problem.finding, lastAttempt, taken);
    taken.add(finding.fingerprint);
    return { ...problem, finding, lastSeen: before?.round ?? null };
  });
}

/**
 * Lines that are new since a round. After the last round those of its attempt, where they are on
 * record; since earlier rounds nothing is taken for an edited line any more.
 */
function newLinesSince(record: RoundRecord, history: readonly RoundRecord[]): MatchOptions {
  if (record !== history.at(-1)) return { written: [] };
  const isKnown = record.attempt?.outcome === 'committed' && record.attempt.written.length > 0;
  return isKnown ? { written: record.attempt?.written ?? [] } : {};
}

function findingsOf({ consolidation }: RoundRecord): readonly Finding[] {
  return [...consolidation.findings, ...consolidation.suppressed.map(({ finding }) => finding)];
}

/** The finding under the path that its file had before a rename, if that is how it was known. */
function asBefore(
  { finding }: Problem,
  candidate: Candidate,
  knownFiles: ReadonlySet<string>,
): Finding {
  if (knownFiles.has(finding.file)) return finding;
  const oldPath = changedFileOf(finding, candidate)?.oldPath;
  return oldPath === undefined ? finding : { ...finding, file: oldPath };
}

function asKnown(finding: Finding, before: Finding): Finding {
  const { introducedBy } = before;
  return {
    ...finding,
    id: before.id,
    fingerprint: before.fingerprint,
    ...(introducedBy !== undefined && { introducedBy }),
  };
}

function asNew(
  finding: Finding,
  attempt: Attempt | undefined,
  taken: ReadonlySet<string>,
): Finding {
  let fingerprint = finding.fingerprint;
  for (let copy = 1; taken.has(fingerprint); copy += 1) {
    fingerprint = digestOf([finding.fingerprint, String(copy)]);
  }
  const isCharged = attempt?.outcome === 'committed' && isOnWrittenLines(finding, attempt.written);
  return {
    ...finding,
    id: fingerprint.slice(0, 12),
    fingerprint,
    ...(isCharged && { introducedBy: attempt.number }),
  };
}
