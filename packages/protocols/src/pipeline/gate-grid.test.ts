import type { ReportedFinding, Review } from '@magi/contracts';
import { aCandidate, aCompletedReview, aScanner, playRun } from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { importPipelineSpec } from './import-spec.ts';

/*
 * What each gate says of every number of Critical, Major and Minor issues from none to three. The
 * published `majority_pass` says nothing about Major: we read it as none.
 */
const gates = [
  ['all_pass', {}, (critical: number, major: number) => critical === 0 && major === 0],
  [
    'majority_pass',
    {},
    (critical: number, major: number, minor: number) => critical === 0 && major === 0 && minor <= 2,
  ],
  [
    'custom',
    { gate_expression: 'critical == 0 && warning <= 1' },
    (critical: number, major: number) => critical === 0 && major <= 1,
  ],
] as const;

describe.each(gates)('the gate %s', (quality_gate, more, passes) => {
  const config = { quality_gate, ...more };
  const spec = importPipelineSpec(
    JSON.stringify({ worker: { agent: 'w' }, reviewer: { agent: 'r' }, config }),
  );
  if (!spec.ok) throw new Error(spec.error.message);
  const { protocol } = spec.value;

  it.each(grid())('%i Critical, %i Major, %i Minor', async (critical, major, minor) => {
    const { end } = await playRun(
      {
        ground: () => ({
          candidate: aCandidate(),
          panel: [aScanner('reviewer')],
          configHash: '0'.repeat(64),
          dispositions: [],
        }),
        scan: ({ scanner, candidate }) =>
          withIssues(aCompletedReview(scanner, candidate), {
            critical,
            warning: major,
            info: minor,
          }),
      },
      { protocol, mode: 'review' },
    );
    const [record] = end.view.history;
    const expected = passes(critical, major, minor) ? 'ACCEPT' : 'REJECT';
    expect(record?.consolidation.verdict).toBe(expected);
  });
});

function grid(): [number, number, number][] {
  const counts = [0, 1, 2, 3];
  return counts.flatMap((critical) =>
    counts.flatMap((major) =>
      counts.map((minor): [number, number, number] => [critical, major, minor]),
    ),
  );
}

function withIssues(
  review: Review,
  counts: Readonly<Record<ReportedFinding['severity'], number>>,
): Review {
  let line = 0;
  const findings = (['critical', 'warning', 'info'] as const).flatMap((severity) =>
    Array.from({ length: counts[severity] }, (): ReportedFinding => {
      line += 40;
      return {
        rule: `rule-${line}`,
        severity,
        file: 'src/a.ts',
        line,
        message: `issue ${line}`,
        evidence: `text ${line}`,
      };
    }),
  );
  return { ...review, findings };
}
