import type { Conflict, Finding, RoundRecord } from '@magi/contracts';
import { attemptsOf } from './attempts-of.ts';
import { openConstraints } from './constraints.ts';
import { squeeze } from './line-text.ts';
import { isSameRegion } from './same-region.ts';
import { wordsOf } from './text/words.ts';

/** Stems of words with which a reviewer asks to have something back. */
const askingBack = new Set(
  wordsOf('revert reverted undo undone restore restored reinstate reintroduce'),
);
/** Length without white space below which quoted code is too common to prove anything. */
const telling = 8;

/**
 * Finds the open problems whose suggestion would undo what an earlier attempt did, as conflicts.
 *
 * A finding asks for that when it lies on lines of an attempt and its fix would bring back the code
 * that an earlier finding quoted, or its words ask to revert. To obey both reviewers is impossible:
 * a person has to say which one counts.
 */
export function undoRequests(history: readonly RoundRecord[]): Conflict[] {
  const now = history.at(-1);
  if (now === undefined) return [];
  const demanding = new Set(
    openConstraints(now.consolidation.constraints).flatMap(({ findings }) => findings),
  );
  return now.consolidation.findings
    .filter((finding) => finding.gating && demanding.has(finding.id))
    .flatMap((finding) => {
      const cause = causeOf(finding, history);
      const undone = cause === undefined ? undefined : undoneBy(finding, cause);
      return undone === undefined ? [] : [conflictOf(finding, undone)];
    });
}

/** The round whose attempt wrote the lines that the finding lies on, if one did. */
function causeOf({ introducedBy }: Finding, history: readonly RoundRecord[]) {
  if (introducedBy === undefined) return undefined;
  return history.find((record) => attemptsOf(record).some(({ number }) => number === introducedBy));
}

/** The earlier finding, resolved by the attempt, that obeying this one would bring back. */
function undoneBy(finding: Finding, cause: RoundRecord): Finding | undefined {
  const resolved = cause.consolidation.findings.filter(
    (earlier) => earlier.gating && earlier.file === finding.file,
  );
  const wanted = squeeze(
    [finding.suggestion ?? '', ...(finding.fixes ?? []).map((fix) => fix.replacement)].join(' '),
  );
  const broughtBack = resolved.find((earlier) => {
    const quote = squeeze(earlier.evidence);
    return quote.length >= telling && wanted.includes(quote);
  });
  if (broughtBack !== undefined) return broughtBack;
  const words = wordsOf(`${finding.message} ${finding.suggestion ?? ''}`);
  const asksBack = words.some((word) => askingBack.has(word));
  return asksBack ? resolved.find((earlier) => isSameRegion(earlier, finding)) : undefined;
}

function conflictOf(finding: Finding, undone: Finding): Conflict {
  const attempt = finding.introducedBy;
  return {
    key: finding.fingerprint,
    requiredProperty: finding.message,
    conflictsWith: undone.message,
    why: `attempt ${attempt} wrote ${finding.file}:${finding.line} to resolve "${undone.message}"; this finding asks to undo it`,
    alternatives: [
      { text: `keep what attempt ${attempt} did`, satisfies: false },
      { text: `undo attempt ${attempt} at this place`, satisfies: true },
    ],
  };
}
