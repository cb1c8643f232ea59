import { ConstraintsFile, type Review, ReviewFeedback, StateBlock } from '@magi/contracts';
import { aCandidate, aCompletedReview, aScanner, playRun, type Script } from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { magiArtifacts } from './artifacts.ts';
import { magi } from './declaration.ts';
import { readReviewFeedback, readStateBlock } from './read-artifacts.ts';

describe('the files of the magi protocol', () => {
  it('tell an accepted change', async () => {
    const files = await filesOf({});
    expect(names(files)).toEqual(['review_feedback_core_scanner.json', 'review_state.magi.json']);
    expect(StateBlock.parse(files['review_state.magi.json'])).toEqual({
      verdict: 'ACCEPT',
      checklist: { core_is_fine: true },
      iteration: 1,
      oscillation_detected: false,
      constraints: [],
      next_stage: 'COMPLETED',
    });
    expect(ReviewFeedback.parse(files['review_feedback_core_scanner.json'])).toEqual({
      checklist: { core_is_fine: true },
      verdict: 'ACCEPT',
      reasoning: [],
    });
  });

  it('tell what the next synthesis has to satisfy', async () => {
    const files = await filesOf({ scan: failing }, 'review');
    const constraints = ConstraintsFile.parse(files['constraints.magi.json']);
    expect(constraints).toMatchObject({
      checklist: { core_is_fine: false },
      next_stage: 'SYNTHESIS',
      oscillation_detected: false,
    });
    expect(constraints.constraints[0]).toContain('core_is_fine');
    expect(files['review_feedback_core_scanner.json']).toMatchObject({
      verdict: 'REJECT',
      comments: [{ file: 'src/a.ts', line: 1, comment: 'core_is_fine does not hold' }],
    });
  });

  it('call for a person when the loop goes round in circles, with a report', async () => {
    const files = await filesOf({ scan: failing });
    const state = StateBlock.parse(files['review_state.magi.json']);
    expect(state).toMatchObject({
      iteration: 2,
      oscillation_detected: true,
      next_stage: 'ESCALATION',
    });
    expect(state.conflict_report?.join(' ')).toContain('core_is_fine');
  });

  it('are pending, never accepted, when a scanner failed', async () => {
    const files = await filesOf({
      scan: () => {
        throw new Error('crashed');
      },
    });
    expect(files['review_state.magi.json']).toMatchObject({
      verdict: 'PENDING',
      checklist: { core_is_fine: false },
      next_stage: 'ESCALATION',
    });
    expect(files['review_feedback_core_scanner.json']).toMatchObject({
      checklist: { core_is_fine: false },
      verdict: 'REJECT',
    });
  });

  it('leave out checks that nobody can decide', async () => {
    const files = await filesOf({
      scan: ({ scanner, candidate }) => ({
        ...aCompletedReview(scanner, candidate),
        assertions: [
          { check: 'core_is_fine', value: 'not_evaluated', kind: 'unsupported', reason: 'a model' },
        ],
      }),
    });
    expect(files['review_feedback_core_scanner.json']).toMatchObject({ checklist: {} });
  });

  it('list issues outside of all checklists', async () => {
    const files = await filesOf(
      {
        scan: ({ scanner, candidate }) => {
          const review = aCompletedReview(scanner, candidate, ['core_is_fine']);
          return {
            ...review,
            ...aCompletedReview(scanner, candidate),
            findings: review.findings.map(unlisted),
          };
        },
      },
      'review',
    );
    expect(files['review_state.magi.json']).toMatchObject({
      verdict: 'REJECT',
      unlisted_issues_found: ['src/a.ts:1 core_is_fine does not hold'],
    });
  });

  it('name the left-overs of earlier rounds, and nothing else', async () => {
    const { end } = await playRun({}, { protocol: magi });
    const existing = [
      'review_feedback_performance_scanner.json',
      'review_feedback_core_scanner.json',
      'constraints.magi.json',
      'project.magi.json',
      'notes.txt',
    ];
    expect(magiArtifacts(end.view, { existing }).remove).toEqual([
      'constraints.magi.json',
      'review_feedback_performance_scanner.json',
    ]);
  });

  it('take another suffix', async () => {
    const { end } = await playRun({}, { protocol: magi });
    const { write } = magiArtifacts(end.view, { suffix: '.workflow.json' });
    expect(write.map(({ name }) => name)).toContain('review_state.workflow.json');
  });

  it('keep scanners of one role apart', async () => {
    const { end } = await playRun(
      {
        ground: ({ round }) => ({
          ...grounded(round),
          panel: ['core', 'second'].map((id) => ({ ...aScanner(id), role: 'Core Scanner' })),
        }),
      },
      { protocol: magi },
    );
    expect(magiArtifacts(end.view).write.map(({ name }) => name)).toEqual([
      'review_feedback_core_scanner_core.json',
      'review_feedback_core_scanner_second.json',
      'review_state.magi.json',
    ]);
  });
});

describe('reading the files of others', () => {
  it('accepts what is of the published shape, unknown keys included', () => {
    const text = '{"checklist":{"a":true},"verdict":"ACCEPT","reasoning":[],"extra":1}';
    expect(readReviewFeedback(text)).toMatchObject({ ok: true, value: { extra: 1 } });
  });

  it('says what is wrong with the rest', () => {
    expect(readStateBlock('{')).toMatchObject({ error: { kind: 'not-json' } });
    expect(readStateBlock('{"verdict":"MAYBE"}')).toMatchObject({
      error: { kind: 'wrong-shape', message: expect.stringContaining('verdict') },
    });
  });
});

const failing: NonNullable<Script['scan']> = ({ scanner, candidate }) =>
  aCompletedReview(scanner, candidate, ['core_is_fine']);

async function filesOf(script: Script, mode: 'review' | 'loop' = 'loop') {
  const { end } = await playRun(script, { protocol: magi, mode });
  const { write } = magiArtifacts(end.view);
  return Object.fromEntries(write.map(({ name, text }) => [name, JSON.parse(text)]));
}

function names(files: object): string[] {
  return Object.keys(files).sort();
}

function unlisted({ check: _check, ...finding }: Review['findings'][number]) {
  return finding;
}

function grounded(round: number) {
  return {
    candidate: aCandidate({ head: `head${round}` }),
    configHash: '0'.repeat(64),
    dispositions: [],
  };
}
