import { stemmer } from 'stemmer';
import { identifierParts } from './words.ts';

/** Words with which reviewers hedge, or speak of style, upkeep, tests and documentation. */
const adviceWords = stems(
  'may might could potential potentially possibly consider suggest recommend prefer verify ensure ' +
    'improve improvement simplify refactor cleanup readability readable maintain maintainability ' +
    'maintenance clarity confusing harder style format lint naming convention consistent ' +
    'consistency inconsistent duplicate duplicated redundant unnecessary unused comment ' +
    'documentation document typo test tests coverage assertion risk',
);

/** Words with which reviewers say that something does the wrong thing. */
const defectWords = stems(
  'crash panic throw throws exception fail fails failure break breaks broken bug wrong incorrect ' +
    'incorrectly invalid never always null nil undefined race concurrent concurrency deadlock leak ' +
    'lost loss overwrite corrupt infinite overflow bypass injection vulnerability unauthorized ' +
    'inverted unreachable missing',
);

/** Words of either kind beyond this number do not make a text more of its kind. */
const enough = 3;

/**
 * Says whether a finding sounds like a defect (above 0) or like advice (below 0), -3..3.
 *
 * Only kinds of words are counted, never names of a project or a domain.
 */
export function toneOf(text: string): number {
  const words = new Set(identifierParts(text).map((part) => stemmer(part)));
  const count = (kind: ReadonlySet<string>) =>
    Math.min(enough, [...words].filter((word) => kind.has(word)).length);
  return count(defectWords) - count(adviceWords);
}

function stems(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map((word) => stemmer(word)));
}
