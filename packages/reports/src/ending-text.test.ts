import type { ReviewOutput } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { hostile, reviewWith } from '../test/sample-review.ts';
import { endingText } from './ending-text.ts';

describe('the end of a loop', () => {
  it('is told with what was done, where it is and what comes next', () => {
    expect(endingText(reviewWith([], { terminal }))).toEqual([
      'converged: accepted',
      'All is well.',
      '2 reviews, 1 attempt, 1 commit',
      '  aaaaaaaaaaaa refs/heads/topic',
      'not pushed: aaaaaaaaaaaa',
      'next: Push it.',
    ]);
  });
  it('is told in the words of the protocol, too, where it has its own', () => {
    const words = { outcome: 'changes_remaining', reason: 'oscillation' };
    const [first] = endingText(
      reviewWith([], { terminal: { ...terminal, outcome: 'escalated', reason: 'toggle', words } }),
    );
    expect(first).toBe(
      'escalated: toggle (in the words of the protocol: changes_remaining, oscillation)',
    );
  });
  it('names the publication, the patches that were kept and conflicts', () => {
    const lines = endingText(
      reviewWith([], {
        terminal: {
          ...terminal,
          counts: { reviews: 1, attempts: 2, conflicts: 1 },
          publication: { status: 'failed', message: `moved${hostile}` },
          preserved: ['magi/preserved/r/1'],
        },
      }),
    );
    expect(lines).toContain('1 review, 2 attempts, 1 conflict, 1 commit');
    expect(lines).toContain('kept as a patch, below the git folder: magi/preserved/r/1');
    expect(lines.join('\n')).not.toContain('\u001b');
  });
  it('is nothing for a review alone', () => {
    expect(endingText(reviewWith([]))).toEqual([]);
  });
});

const commit = 'a'.repeat(40);
const terminal: NonNullable<ReviewOutput['terminal']> = {
  outcome: 'converged',
  reason: 'accepted',
  message: 'All is well.',
  counts: { reviews: 2, attempts: 1, conflicts: 0 },
  commits: [{ commit, where: 'refs/heads/topic' }],
  unpushed: [commit],
  nextStep: 'Push it.',
  words: { outcome: 'converged', reason: 'accepted' },
  preserved: [],
};
