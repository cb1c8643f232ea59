import { LoopCheckpoint, LoopTerminalResult, type Protocol, type RunInput } from '@magi/contracts';
import { aCompletedReview, playRun, type Script } from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { artifactsOf } from '../artifacts.ts';
import { revise } from '../revise/declaration.ts';
import {
  alwaysNew,
  commit,
  filesOf,
  inputFor,
  mendedOnce,
  place,
  proven,
  textsOf,
  twoReviewers,
  validations,
  value,
  withConflict,
} from '../testing/artifact-runs.ts';
import { canonicalJson } from './canonical-json.ts';
import { reviewFixLoop } from './declaration.ts';
import { readCheckpoint, readTerminalResult } from './read-artifacts.ts';

describe('the files of review-fix-loop (seed 002)', () => {
  it('converge with proof, follow all rules and come back byte for byte', async () => {
    const files = await filesOf(reviewFixLoop, mendedOnce);
    const checkpoint = value(readCheckpoint(files['checkpoint.json'] ?? ''));
    expect(checkpoint).toMatchObject({
      current_phase: 'return',
      head_history: [commit('1'), commit('2')],
      cycle_attempts: [{ outcome: 'committed', resulting_head: commit('2') }],
      review_records: [
        { head_sha: commit('1'), aggregate_verdict: 'changes_required' },
        { head_sha: commit('2'), aggregate_verdict: 'clean', write_isolation: 'enforced' },
      ],
    });
    const result = value(readTerminalResult(files['terminal-result.json'] ?? ''));
    expect(result).toMatchObject({
      terminal_state: 'converged',
      budget: { original_max_fix_cycles: 3, consumed_cycles: 1, remaining_cycles: 2 },
      publication: { policy: 'local_commit', status: 'not_applicable' },
      unpushed_commits: [commit('2')],
    });
    expect(canonicalJson(LoopCheckpoint.parse(checkpoint))).toBe(files['checkpoint.json']);
    expect(canonicalJson(LoopTerminalResult.parse(result))).toBe(files['terminal-result.json']);
  });

  it('tell of a publication, before and after', async () => {
    const remoteBefore = commit('1');
    const remote = { url: 'example/project', ref: 'refs/heads/work', tip: remoteBefore };
    const updatesPr: Protocol = { ...reviewFixLoop, publication: 'update_pr' };
    for (const [status, state, reason] of [
      ['published', 'converged', undefined],
      ['failed', 'blocked', 'remote_advanced'],
    ] as const) {
      const script: Script = {
        ...mendedOnce,
        publish: () => ({
          status,
          message: 'm',
          remoteBefore,
          ...(reason === undefined ? { remoteAfter: commit('2') } : { reason }),
        }),
      };
      const { end } = await playRun(script, { ...inputFor(updatesPr), validations });
      const files = textsOf(artifactsOf(end.view, { place: { ...place, remote } }).write);
      expect(value(readCheckpoint(files['checkpoint.json'] ?? '')).publication).toMatchObject({
        pull_request: { head_ref: 'refs/heads/work' },
      });
      const result = value(readTerminalResult(files['terminal-result.json'] ?? ''));
      expect([result.terminal_state, result.reason, result.publication.status]).toEqual([
        state,
        reason,
        status,
      ]);
    }
  });

  it('do not say converged where nothing was proven', async () => {
    const files = await filesOf(reviewFixLoop, mendedOnce, { validations: [] });
    expect(value(readTerminalResult(files['terminal-result.json'] ?? ''))).toMatchObject({
      terminal_state: 'blocked',
      reason: 'validation_unavailable',
    });
  });

  it('say in the words of the seed why work is left', async () => {
    const files = await filesOf(reviewFixLoop, { ...twoReviewers, ...proven, scan: alwaysNew });
    const result = value(readTerminalResult(files['terminal-result.json'] ?? ''));
    expect(result).toMatchObject({
      terminal_state: 'changes_remaining',
      reason: 'cycle_budget_exhausted',
      budget: { consumed_cycles: 3, remaining_cycles: 0 },
    });
    expect(result.unresolved_or_deferred_findings).not.toEqual([]);
  });

  it('name a reviewer that wrote, and no converged result beside it', async () => {
    const reason = 'reviewer_integrity_failure: src/a.ts changed';
    const files = await filesOf(reviewFixLoop, {
      ...twoReviewers,
      ...proven,
      scan: ({ scanner, candidate }) => ({
        ...aCompletedReview(scanner, candidate),
        ...(scanner.id === 'pedant' && { status: 'failed', reason, assertions: [] }),
      }),
    });
    const result = value(readTerminalResult(files['terminal-result.json'] ?? ''));
    expect(result).toMatchObject({
      terminal_state: 'blocked',
      reason: 'reviewer_integrity_failure',
      review_records: [{ write_isolation: 'violated', mutation_attempts: [`pedant: ${reason}`] }],
    });
  });

  it('take the result of an earlier run away while this one goes on', async () => {
    const { end } = await playRun(withConflict, inputFor(revise));
    const context = { ...end.view.context, input: inputFor(reviewFixLoop) as RunInput };
    const view = { ...end.view, context };
    expect(artifactsOf(view, { place, existing: ['terminal-result.json'] }).remove).toEqual([
      'terminal-result.json',
    ]);
  });

  it.each([
    [
      'a budget that does not add up',
      (it: LoopTerminalResult) => ({ budget: { ...it.budget, remaining_cycles: 9 } }),
      'budget',
    ],
    ['converged with a reason', () => ({ reason: 'oscillation' as const }), 'reason'],
    [
      'a fix that is no commit of it',
      () => ({
        finding_dispositions: [
          {
            finding_id: 'a',
            disposition: 'selected' as const,
            rationale: 'r',
            fix_commit_sha: commit('9'),
          },
        ],
      }),
      'finding_dispositions',
    ],
    ['commits that nobody knows of', () => ({ unpushed_commits: [] }), 'unpushed_commits'],
    [
      'a failed validation',
      (it: LoopTerminalResult) => ({
        validation_summary: it.validation_summary.map((one) => ({
          ...one,
          status: 'failed' as const,
        })),
      }),
      'validation_summary',
    ],
  ])('are not read with %s', async (_, change, path) => {
    const files = await filesOf(reviewFixLoop, mendedOnce);
    const result = value(readTerminalResult(files['terminal-result.json'] ?? ''));
    const changed = canonicalJson({ ...result, ...change(result) });
    expect(readTerminalResult(changed)).toMatchObject({
      error: { kind: 'broken-rule', message: expect.stringContaining(`$.${path}`) },
    });
  });
});

describe('canonical JSON', () => {
  it('sorts keys by code point and escapes everything beyond ASCII', () => {
    expect(canonicalJson({ b: ['é', '🙂'], a: { z: 1, B: '\u007f', é: null } })).toBe(
      '{\n  "a": {\n    "B": "\u007f",\n    "z": 1,\n    "\\u00e9": null\n  },\n  "b": [\n    "\\u00e9",\n    "\\ud83d\\ude42"\n  ]\n}\n',
    );
  });
});
