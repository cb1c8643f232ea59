import { aCandidate, aCompletedReview, aScanner, playRun } from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { pipelineLines, stoppingCriteria, verdictTree } from './display-lines.ts';
import { importPipelineSpec, type PipelineSpec } from './import-spec.ts';

describe('a pipeline specification', () => {
  it('becomes a protocol with the usual limits', () => {
    const { protocol, name, worker, notes } = imported(whole());
    expect(name).toBe('feature');
    expect(worker.agent).toBe('typescript-worker');
    expect(notes).toEqual([]);
    expect(protocol.budget).toMatchObject({ reviews: 3, wallClockMs: 900_000 });
    expect(protocol.panel.timeoutMs).toBe(300_000);
    expect(protocol.gate.preset).toBe('all_pass');
    expect(protocol.publication).toBe('none');
  });

  it('may be written in the short form', () => {
    const text = [
      'worker: {agent: a, model: big}',
      'reviewer: {agent: b}',
      'config: {max_iterations: 1, quality_gate: majority_pass}',
    ];
    const { protocol } = imported(text.join('\n'));
    expect(protocol.budget.reviews).toBe(1);
    expect(protocol.gate.preset).toBe('majority_pass');
  });

  it('is clamped to the limits, and says so', () => {
    const guards = 'guards: {timeout_per_node: 601, timeout_pipeline: 5000}';
    const { protocol, notes } = imported(`${whole({ max: 9 })}\n${guards}`);
    expect(protocol.budget).toMatchObject({ reviews: 5, hardCap: 5, wallClockMs: 1_800_000 });
    expect(protocol.panel.timeoutMs).toBe(600_000);
    expect(notes).toEqual([
      'max_iterations: 9 is over the limit and becomes 5',
      'timeout_per_node: 601 is over the limit and becomes 600',
      'timeout_pipeline: 5000 is over the limit and becomes 1800',
    ]);
  });

  it('obeys the stricter of two limits', () => {
    expect(
      imported(`${whole({ max: 4 })}\nguards: {max_iterations: 2}`).protocol.budget.reviews,
    ).toBe(2);
  });

  it('needs an expression for a gate of its own', () => {
    const text = whole({ gate: 'custom' });
    expect(importPipelineSpec(text)).toMatchObject({ ok: false, error: { kind: 'no-gate' } });
    const { protocol } = imported(`${text}\n  gate_expression: critical == 0`);
    expect(protocol.gate).toMatchObject({ preset: 'custom', expression: 'critical == 0' });
  });

  it('lets a gate of its own be laxer than the presets', () => {
    const { protocol } = imported(`${whole({ gate: 'custom' })}\n  gate_expression: critical == 0`);
    expect(protocol.gate).toMatchObject({ checks: 'ignore', unlisted: 'ignore', max: {} });
  });

  it('gives the worker the time of a node, too', () => {
    const { protocol } = imported(`${whole()}\nguards: {timeout_per_node: 60}`);
    expect([protocol.panel.timeoutMs, protocol.fix.timeoutMs]).toEqual([60_000, 60_000]);
  });

  it.each([
    [`${whole()}\nguard: {}`, 'line 10: guard: there is no such key'],
    [whole().replace('max_iterations', 'max_iteration'), 'line 8: config.max_iteration:'],
    [whole().replace('agent: typescript-reviewer', 'agents: x'), 'line 5: reviewer.agent: '],
    [`${whole()}\nguards:\n  timeout_per_node: soon`, 'line 11: guards.timeout_per_node: '],
  ])('names the line of what is wrong (%#)', (text, message) => {
    expect(importPipelineSpec(text)).toMatchObject({
      error: { kind: 'wrong-shape', message: expect.stringContaining(message) },
    });
  });

  it('says what is wrong with it', () => {
    expect(importPipelineSpec('worker: [')).toMatchObject({ error: { kind: 'not-yaml' } });
    expect(importPipelineSpec('worker: {agent: a}')).toMatchObject({
      error: { kind: 'wrong-shape', message: expect.stringContaining('reviewer') },
    });
  });
});

describe('the display of a pipeline', () => {
  it('says beforehand when it will stop', () => {
    expect(stoppingCriteria(imported(whole()))[1]).toBe(
      '├── Max iterations: 3 (default: 3, hard cap: 5)',
    );
  });

  it('tells the course and each verdict', async () => {
    const spec = imported(whole());
    const { end } = await playRun(
      {
        ground: ({ round }) => ({
          candidate: aCandidate({ head: `head${round}` }),
          panel: [aScanner('core')],
          configHash: '0'.repeat(64),
          dispositions: [],
        }),
        scan: ({ round, scanner, candidate }) =>
          aCompletedReview(scanner, candidate, round === 1 ? ['core_is_fine'] : []),
      },
      { protocol: spec.protocol },
    );
    expect(pipelineLines(spec, end.view)).toEqual([
      '[Pipeline] feature — Worker: typescript-worker, Reviewer: typescript-reviewer',
      '[Iteration 1/3] Worker implementing...',
      '[Iteration 1/3] Reviewer reviewing...',
      '[Review] FAIL — 1 issue (1 Critical)',
      '[Iteration 2/3] Worker fixing issues...',
      '[Iteration 2/3] Reviewer re-reviewing...',
      '[Review] PASS — 0 issues',
      '[Pipeline Complete] 2 iterations, quality gate passed',
    ]);
    const [first] = end.view.history;
    expect(first && verdictTree(spec, first).slice(0, 5)).toEqual([
      '[Review Verdict]',
      '├── Status: FAIL',
      '├── Iteration: 1/3',
      '├── Issues Found: 1',
      '│   └── [Critical] core_is_fine does not hold — src/a.ts:1',
    ]);
  });
});

function whole({ max = 3, gate = 'all_pass' } = {}): string {
  return [
    'pipeline:',
    '  name: feature',
    'worker:',
    '  agent: typescript-worker',
    'reviewer:',
    '  agent: typescript-reviewer',
    'config:',
    `  max_iterations: ${max}`,
    `  quality_gate: ${gate}`,
  ].join('\n');
}

function imported(text: string): PipelineSpec {
  const result = importPipelineSpec(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
