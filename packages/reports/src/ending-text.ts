import type { ReviewOutput } from '@magi/contracts';
import { count, oneLine } from './plain-text.ts';
import { short } from './verdict-text.ts';

/**
 * How a loop ended, a line a fact: outcome and reason, what was done, where the commits are, what
 * was not pushed or not promoted, and what a person does next. Nothing for a review alone.
 */
export function endingText({ terminal }: ReviewOutput): readonly string[] {
  if (terminal === undefined) return [];
  const { outcome, reason, words, message, counts, commits, unpushed, nextStep } = terminal;
  const isOwn = words.outcome !== outcome || words.reason !== reason;
  const own = isOwn ? ` (in the words of the protocol: ${words.outcome}, ${words.reason})` : '';
  const did = [
    count(counts.reviews, 'review'),
    count(counts.attempts, 'attempt'),
    ...(counts.conflicts > 0 ? [count(counts.conflicts, 'conflict')] : []),
  ].join(', ');
  return [
    `${outcome.replaceAll('_', ' ')}: ${reason}${own}`,
    oneLine(message),
    `${did}, ${count(commits.length, 'commit')}`,
    ...commits.map(({ commit, where }) => `  ${short(commit)} ${oneLine(where)}`),
    ...(unpushed.length > 0 ? [`not pushed: ${unpushed.map(short).join(', ')}`] : []),
    ...(terminal.publication ? [`publication: ${oneLine(terminal.publication.message)}`] : []),
    ...terminal.preserved.map(
      (place) => `kept as a patch, below the git folder: ${oneLine(place)}`,
    ),
    `next: ${oneLine(nextStep)}`,
  ];
}
