import type { Disposition, Finding, ReportedFinding, RoundRecord } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { conflictReport } from './conflict-report.ts';
import { consolidate } from './consolidate.ts';
import { conflictQuestion } from './question.ts';
import { candidate, finding, protocol, review, roundOf, scanner } from './testing/reviews.ts';

/* What a consolidation remembers: identity over rounds, dispositions, the ratchet, conflicts. */

describe('identity over rounds', () => {
  it('keeps the id of a finding that is reworded and moves', () => {
    const first = round(1, [
      finding({
        rule: 'id-1',
        line: 7,
        message: 'result of load is unchecked',
        evidence: 'load(a)',
      }),
    ]);
    const second = round(
      2,
      [
        finding({
          rule: 'id-2',
          line: 9,
          message: 'nobody checks the result of load',
          evidence: 'load(a)',
        }),
      ],
      [first],
    );
    expect(ids(second)).toEqual(ids(first));
  });

  it('keeps it through a round in which nobody saw the finding', () => {
    const first = round(1, [problem('a')]);
    const second = round(2, [problem('b')], [first]);
    const third = round(3, [problem('a')], [first, second]);
    expect(ids(third)).toEqual(ids(first));
  });

  it('gives a second problem of the same shape an id of its own', () => {
    const first = round(1, [problem('a')]);
    const second = round(
      2,
      [problem('a'), { ...problem('a'), message: 'something else entirely' }],
      [first],
    );
    expect(new Set(ids(second)).size).toBe(2);
    expect(ids(second)).toContain(ids(first)[0]);
  });

  it('follows a file that the change renames later', () => {
    const first = round(1, [problem('a')]);
    const files = candidate(['b.ts']);
    const renamed = files.files.map((file) => ({
      ...file,
      oldPath: 'a.ts',
      status: 'renamed' as const,
    }));
    const moved = { ...problem('a'), file: 'b.ts' };
    const second = round(2, [moved], [first], { candidate: { ...files, files: renamed } });
    expect(ids(second)).toEqual(ids(first));
  });

  it('marks what was demanded and is met as resolved', () => {
    const first = round(1, [problem('a'), problem('b')]);
    const second = round(2, [problem('b')], [first]);
    const states = second.consolidation.constraints.map(({ state }) => state);
    expect(states).toEqual(['open', 'resolved']);
  });
});

describe('dispositions', () => {
  const accepted = round(1, [problem('a')]);
  const known = accepted.consolidation.findings[0] as Finding;

  it('set a finding aside on unchanged content, and show it', () => {
    const result = round(1, [problem('a')], [], { dispositions: [disposed(known)] }).consolidation;
    expect(result).toMatchObject({ verdict: 'ACCEPT', findings: [] });
    expect(result.suppressed).toMatchObject([{ disposition: { value: 'accepted_risk' } }]);
  });

  it('do not hold on changed content, and their history is told', () => {
    const stale = { ...disposed(known), contentDigest: 'f'.repeat(64) };
    const result = round(1, [problem('a')], [], { dispositions: [stale] }).consolidation;
    expect(result.verdict).toBe('REJECT');
    expect(result.reasons).toContain(
      'a.ts:11 was accepted risk by someone in round 1: it is a test; its lines have changed, so it is judged again',
    );
  });

  it('let the check pass that failed for nothing else', () => {
    const checked = { ...problem('a'), check: 'is_safe' };
    const first = round(1, [checked]).consolidation;
    const dispositions = [disposed(first.findings[0] as Finding)];
    const result = round(1, [checked], [], { dispositions }).consolidation;
    expect(result.checks).toMatchObject([
      {
        id: 'is_safe',
        value: 'true',
        voices: [{ reason: expect.stringContaining('accepted risk') }],
      },
    ]);
  });

  it('do not hold for what was said to be fixed and is reported again', () => {
    const dispositions = [{ ...disposed(known), value: 'fixed' as const }];
    expect(round(1, [problem('a')], [], { dispositions }).consolidation.verdict).toBe('REJECT');
  });

  it('are outweighed by a later one', () => {
    const later = { ...disposed(known), value: 'fixed' as const, round: 2 };
    const result = round(1, [problem('a')], [], { dispositions: [later, disposed(known)] });
    expect(result.consolidation.verdict).toBe('REJECT');
  });
});

describe('the ratchet', () => {
  const late = protocol({ ratchetFromRound: 2 });
  const mild = { ...problem('b'), severity: 'warning' as const };

  it('takes a new problem of a later round for advice', () => {
    const first = round(1, [problem('a')]);
    const second = round(2, [mild], [first], { protocol: late });
    expect(second.consolidation).toMatchObject({
      verdict: 'ACCEPT',
      findings: [{ gating: false }],
    });
  });

  it('still gates what is critical, known, or brought in by an attempt', () => {
    const first = round(1, [problem('a')]);
    const gates = (found: ReportedFinding, before: RoundRecord) =>
      round(2, [found], [before], { protocol: late }).consolidation.verdict;
    expect(gates(problem('b'), first)).toBe('REJECT');
    expect(gates(mild, round(1, [mild]))).toBe('REJECT');
    expect(gates(mild, { ...first, attempt: attemptAt(mild.line) })).toBe('REJECT');
  });

  it('does not let a check fail for late advice', () => {
    const first = round(1, [problem('a')]);
    const second = round(2, [{ ...mild, check: 'is_safe' }], [first], { protocol: late });
    expect(second.consolidation.checks).toMatchObject([{ value: 'true' }]);
  });
});

describe('the conflict report', () => {
  it('names check, scanners, reasons and the course of the rounds', () => {
    const panel = [scanner('core', ['is_safe']), scanner('security', ['is_safe'])];
    const reviews = [
      review('core', { is_safe: true }),
      review('security', {}, [], {
        assertions: [{ check: 'is_safe', value: 'false', reason: 'tokens are logged' }],
      }),
    ];
    const first = consolidate(roundOf({ panel, reviews }));
    const history = [1, 2].map((number) => ({ round: number, consolidation: first, signals: [] }));
    expect(conflictReport(history)).toEqual([
      'is_safe: false according to security: tokens are logged. true according to core. over the rounds: false (1), false (2)',
    ]);
  });

  it('tells open problems, conflicts of attempts and failed scanners', () => {
    const conflict = {
      key: 'k',
      requiredProperty: 'speed',
      conflictsWith: 'safety',
      why: 'both cannot be',
      alternatives: [],
    };
    const record = {
      ...round(1, [problem('a')]),
      attempt: { ...attemptAt(1), conflicts: [conflict] },
    };
    expect(conflictReport([record])).toEqual([
      'Resolve at a.ts:11: problem a',
      'Attempt 1: speed conflicts with safety: both cannot be',
    ]);
    expect(conflictReport([])).toEqual([]);
  });

  it('goes into a question with the alternatives', () => {
    const alternatives = [{ text: 'cache it', satisfies: true, cost: 'memory' }];
    const conflict = {
      key: 'k',
      requiredProperty: 'speed',
      conflictsWith: 'safety',
      why: 'w',
      alternatives,
    };
    const question = conflictQuestion([conflict], protocol(), 2);
    expect(question.text).toBe('speed cannot be met without breaking safety');
    expect(question.evidence).toEqual(['w', 'meets it: cache it (cost: memory)']);
    expect(question.id).toMatch(/^conflict-2-[0-9a-f]{8}$/);
  });
});

function round(
  number: number,
  findings: readonly ReportedFinding[],
  history: readonly RoundRecord[] = [],
  changes: Parameters<typeof roundOf>[0] = {},
): RoundRecord {
  const checks = [...new Set(findings.flatMap(({ check }) => check ?? []))];
  const answers = Object.fromEntries(checks.map((check) => [check, false]));
  const input = roundOf({
    round: number,
    panel: [scanner('reviewer', checks)],
    reviews: [review('reviewer', answers, findings)],
    history,
    ...changes,
  });
  return { round: number, consolidation: consolidate(input), signals: [] };
}

function ids({ consolidation }: RoundRecord): readonly string[] {
  return consolidation.findings.map(({ id }) => id);
}

function problem(name: string): ReportedFinding {
  const line = 11 + 'ab'.indexOf(name) * 40;
  return finding({
    rule: name,
    line,
    message: `problem ${name}`,
    evidence: `${name.repeat(5)}();`,
  });
}

function disposed({ fingerprint, contentDigest }: Finding): Disposition {
  return {
    fingerprint,
    contentDigest,
    value: 'accepted_risk',
    reason: 'it is a test',
    by: 'someone',
    round: 1,
  };
}

function attemptAt(line: number): NonNullable<RoundRecord['attempt']> {
  return {
    number: 1,
    round: 1,
    outcome: 'committed',
    fixer: 'scripted',
    startedFrom: 'commit',
    written: [{ file: 'a.ts', ranges: [{ start: line, count: 1 }] }],
    dispositions: [],
    conflicts: [],
    validations: [],
  };
}
