import { MinionsReview, MinionsState, MinionsVerdict } from '@magi/contracts';
import { aCompletedReview, playRun } from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { artifactsOf } from '../artifacts.ts';
import {
  filesOf,
  inputFor,
  json,
  mendedOnce,
  place,
  twoReviewers,
} from '../testing/artifact-runs.ts';
import { reviewFix } from './declaration.ts';
import { readMinionsReview } from './read-artifacts.ts';

describe('the files of review-fix (seed 000)', () => {
  it('tell two rounds with a fix between them', async () => {
    const files = await filesOf(reviewFix, mendedOnce);
    expect(Object.keys(files).sort()).toEqual([
      'phases/review-1/r1-critic.json',
      'phases/review-1/r1-pedant.json',
      'phases/review-1/r1-verdict.json',
      'phases/review-1/r2-fix-summary.md',
      'phases/review-2/r1-critic.json',
      'phases/review-2/r1-pedant.json',
      'phases/review-2/r1-verdict.json',
      'state.json',
    ]);
    expect(MinionsState.parse(json(files, 'state.json'))).toMatchObject({
      status: 'complete',
      currentPhase: 'DONE',
      iteration: 2,
      maxIterations: 5,
      iterations: [{ verdict: 'issues_found', r2: { status: 'complete' } }, { verdict: 'clean' }],
    });
    expect(MinionsReview.parse(json(files, 'phases/review-1/r1-critic.json')).summary).toEqual({
      critical: 1,
      warning: 0,
      info: 0,
      verdict: 'issues_found',
    });
    expect(MinionsVerdict.parse(json(files, 'phases/review-1/r1-verdict.json'))).toEqual({
      critic: { verdict: 'issues_found', issues: 1 },
      pedant: { verdict: 'clean', issues: 0 },
      overall_verdict: 'issues_found',
      total_issues: 1,
    });
    expect(files['phases/review-1/r2-fix-summary.md']).toContain(
      '- [critical] src/a.ts:1 -- critic_is_fine does not hold: not reported any more',
    );
  });

  it('have no file of a reviewer that failed, and no verdict of its round', async () => {
    const files = await filesOf(reviewFix, {
      ...twoReviewers,
      scan: ({ scanner, candidate }) => {
        if (scanner.id === 'pedant') throw new Error('crashed');
        return aCompletedReview(scanner, candidate);
      },
    });
    expect(Object.keys(files).sort()).toEqual(['phases/review-1/r1-critic.json', 'state.json']);
    expect(json(files, 'state.json')).toMatchObject({ status: 'stopped', currentPhase: 'STOPPED' });
  });

  it('replace those of an earlier run and touch nothing else', async () => {
    const { end } = await playRun(mendedOnce, inputFor(reviewFix));
    const existing = ['phases/review-7/r1-critic.json', 'phases/notes.md', 'other.json'];
    expect(artifactsOf(end.view, { place, existing }).remove).toEqual([
      'phases/review-7/r1-critic.json',
    ]);
  });

  it('are read with their own counts; a verdict against its issues is a fault', () => {
    const issue = { ...sampleIssue, severity: 'critical' };
    const summary = { critical: 0, warning: 0, info: 0, verdict: 'clean' };
    const read = readMinionsReview(JSON.stringify({ issues: [issue], summary }));
    expect(read.ok && read.value.faults).toEqual([
      'claims 0 of severity critical, has 1',
      'claims "clean" beside 1 issues',
    ]);
    expect(readMinionsReview('[]')).toMatchObject({ error: { kind: 'wrong-shape' } });
  });
});

const sampleIssue = {
  category: 'c',
  file: 'a.ts',
  line: null,
  description: 'd',
  evidence: 'e',
  suggestion: '',
};
