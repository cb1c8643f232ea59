import type { ReportedFinding } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { consolidate } from './consolidate.ts';
import {
  candidate,
  finding,
  headTree,
  protocol,
  review,
  roundOf,
  scanner,
} from './testing/reviews.ts';

const two = [scanner('core', ['is_safe']), scanner('security', ['is_safe'])];

describe('verdict', () => {
  it('accepts when every owner said true and every file was seen', () => {
    const result = given({ core: true, security: true });
    expect(result).toMatchObject({ verdict: 'ACCEPT', evaluated: { checks: 1, of: 1 } });
    expect(result.reasons).toEqual(['1 of 1 check evaluated, none false; 1 of 1 file seen']);
  });

  it('rejects on one false of one scanner and says who disagrees', () => {
    const result = given({ core: true, security: false });
    expect(result.verdict).toBe('REJECT');
    expect(result.disagreements).toMatchObject([
      { check: 'is_safe', for: [{ scanner: 'core' }], against: [{ scanner: 'security' }] },
    ]);
    expect(result.constraints).toMatchObject([{ key: 'is_safe', check: 'is_safe', state: 'open' }]);
  });

  it('rejects before it complains about what is missing', () => {
    const reviews = [review('core', { is_safe: false })];
    const result = consolidate(roundOf({ panel: two, reviews }));
    expect(result.verdict).toBe('REJECT');
    expect(result.reasons.at(-1)).toContain('security failed');
  });

  it('counts a member of the panel without a review as failed', () => {
    const result = consolidate(
      roundOf({ panel: two, reviews: [review('core', { is_safe: true })] }),
    );
    expect(result).toMatchObject({
      verdict: 'INCOMPLETE',
      incomplete: [{ scanner: 'security', status: 'failed', reason: 'no review arrived' }],
    });
  });

  it('counts a review of another tree as failed, and names both trees', () => {
    const stale = review('security', { is_safe: true }, [], { tree: 'c'.repeat(40) });
    const reviews = [review('core', { is_safe: true }), stale];
    const result = consolidate(roundOf({ panel: two, reviews }));
    expect(result.verdict).toBe('INCOMPLETE');
    expect(result.incomplete[0]?.reason).toContain(`not ${headTree.slice(0, 12)}`);
  });

  it('is incomplete while nobody has seen a file that needs to be seen', () => {
    const unseen = roundOf({ panel: [two[0] as never], candidate: candidate(['a.ts', 'c.ts']) });
    const result = consolidate({ ...unseen, reviews: [review('core', { is_safe: true })] });
    expect(result).toMatchObject({ verdict: 'INCOMPLETE', reasons: ['nobody saw c.ts'] });
  });

  it('needs nobody to see what the candidate excludes', () => {
    const files = candidate(['a.ts', 'lock.json']);
    const [, lock] = files.files;
    const excluded = { ...files, files: [files.files[0], { ...lock, excluded: 'lock file' }] };
    const result = consolidate(
      roundOf({
        panel: [two[0] as never],
        candidate: excluded as never,
        reviews: [review('core', { is_safe: true })],
      }),
    );
    expect(result.verdict).toBe('ACCEPT');
    expect(result.coverage[1]).toMatchObject({ state: 'excluded', reasons: { '*': 'lock file' } });
  });

  it('is incomplete when a required check has no owner', () => {
    const result = given({ core: true, security: true }, { requiredChecks: ['is_tested'] });
    expect(result.verdict).toBe('INCOMPLETE');
  });

  it('goes on without a failed scanner where the protocol has a quorum', () => {
    const quorum = { ...protocol().panel, quorum: 1 };
    const panel = [scanner('core', ['a']), scanner('security', ['b'])];
    const input = roundOf({ panel, reviews: [review('core', { a: true })] });
    const result = consolidate({ ...input, protocol: protocol({ panel: quorum }) });
    expect(result).toMatchObject({ verdict: 'ACCEPT', evaluated: { checks: 1, of: 2 } });
    expect(consolidate({ ...input, reviews: [] }).verdict).toBe('INCOMPLETE');
  });
});

describe('checks that nobody on the panel can decide', () => {
  const modelOnly = {
    ...scanner('core', ['is_safe']),
    checks: [{ id: 'is_idiomatic', statement: '', failAt: 'warning' as const, decidable: false }],
  };
  const input = roundOf({ panel: [modelOnly], reviews: [review('core', {})] });

  it('do not block, and are counted as not evaluated', () => {
    expect(consolidate(input)).toMatchObject({
      verdict: 'ACCEPT',
      evaluated: { checks: 0, of: 1 },
      checks: [{ value: 'not_evaluated', blocking: false }],
    });
  });

  it('block when all checks are required', () => {
    expect(consolidate({ ...input, requireAll: true }).verdict).toBe('INCOMPLETE');
  });

  it('are decided by another owner that can', () => {
    const result = consolidate({
      ...input,
      panel: [modelOnly, scanner('agent', ['is_idiomatic'])],
      reviews: [...input.reviews, review('agent', { is_idiomatic: true })],
    });
    expect(result.checks).toMatchObject([{ id: 'is_idiomatic', value: 'true' }]);
  });
});

describe('claims against evidence', () => {
  it('believes the finding and not the assertion, and notes the fault', () => {
    const contradictory = review('core', { is_safe: true }, [finding({ check: 'is_safe' })]);
    const result = consolidate(roundOf({ panel: [two[0] as never], reviews: [contradictory] }));
    expect(result.verdict).toBe('REJECT');
    expect(result.faults).toEqual([
      { scanner: 'core', fault: 'it asserted is_safe against its own finding' },
    ]);
  });

  it('takes findings below the severity of the check for advice', () => {
    const mild = review('core', { is_safe: false }, [
      finding({ check: 'is_safe', severity: 'info' }),
    ]);
    const result = consolidate(roundOf({ panel: [two[0] as never], reviews: [mild] }));
    expect(result).toMatchObject({ verdict: 'ACCEPT', findings: [{ gating: false }] });
    const trusting = protocol({ claimVsEvidence: 'trust' });
    const trusted = consolidate(
      roundOf({ panel: [two[0] as never], reviews: [mild], protocol: trusting }),
    );
    expect(trusted.verdict).toBe('REJECT');
  });

  it('believes a false that comes without any finding', () => {
    expect(given({ core: false, security: true }).verdict).toBe('REJECT');
  });

  it('takes a false whose evidence is not in the tree for no answer', () => {
    const anchor = {
      lineHash: 'a'.repeat(64),
      occurrence: 0,
      contentDigest: 'b'.repeat(64),
      evidenceCheck: { status: 'demoted' as const, reason: 'not there; was critical' },
      origin: 'introduced' as const,
    };
    const invented = finding({ check: 'is_safe', severity: 'info', anchor });
    const reviews = [review('core', { is_safe: false }, [invented])];
    const result = consolidate(roundOf({ panel: [two[0] as never], reviews }));
    expect(result).toMatchObject({ verdict: 'INCOMPLETE', checks: [{ value: 'not_evaluated' }] });
  });

  it('keeps a claimed verdict out of the count and notes that it does not fit', () => {
    const reviews = [review('core', { is_safe: true }, [], { claimedVerdict: 'REJECT' })];
    const input = roundOf({ panel: [two[0] as never], reviews });
    expect(consolidate(input)).toMatchObject({
      verdict: 'ACCEPT',
      faults: [{ fault: 'it claimed REJECT although none of its answers objects' }],
    });
    const trusting = protocol({ claimVsEvidence: 'trust' });
    expect(consolidate({ ...input, protocol: trusting }).verdict).toBe('REJECT');
  });
});

describe('findings', () => {
  it('become one with two voices where two scanners mean the same', () => {
    const about = (rule: string, message: string) =>
      finding({ rule, message, line: 5, evidence: 'save(user)' });
    const result = consolidate(
      roundOf({
        panel: [scanner('core', []), scanner('security', []), scanner('performance', [])],
        reviews: [
          review('core', {}, [about('no-floating-promises', 'Promise of save is not awaited')]),
          review('security', {}, [about('bug', 'save() is missing an await, its errors are lost')]),
          review('performance', {}, []),
        ],
      }),
    );
    expect(result.findings).toHaveLength(1);
    expect(result.findings[0]?.voices.map(({ scanner: by }) => by)).toEqual(['core', 'security']);
    expect(result.findings[0]?.agreement).toBeCloseTo(2 / 3);
  });

  it('stay apart on neighbouring lines', () => {
    const secret = (line: number) => finding({ check: 'is_safe', rule: 'secret', line });
    const result = consolidate(
      roundOf({
        panel: two,
        reviews: [
          review('core', { is_safe: false }, [secret(3), secret(4)]),
          review('security', { is_safe: false }, [secret(3), secret(4)]),
        ],
      }),
    );
    expect(result.findings.map(({ line, voices }) => [line, voices.length])).toEqual([
      [3, 2],
      [4, 2],
    ]);
  });

  it('outside of all checklists gate from warning on', () => {
    expect(unlisted('warning').verdict).toBe('REJECT');
    expect(unlisted('info').verdict).toBe('ACCEPT');
    expect(unlisted('warning').constraints).toMatchObject([{ check: null, state: 'open' }]);
  });

  it('under k of n gate only when enough scanners voice them', () => {
    const rule = protocol({ merge: { kind: 'k_of_n', k: 2 } });
    const bug = finding({ rule: 'bug', message: 'index is off by one' });
    const voiced = (times: number) =>
      consolidate(
        roundOf({
          protocol: rule,
          panel: ['a', 'b', 'c'].map((id) => scanner(id, [])),
          reviews: ['a', 'b', 'c'].map((id, at) => review(id, {}, at < times ? [bug] : [])),
        }),
      ).verdict;
    expect([voiced(1), voiced(2)]).toEqual(['ACCEPT', 'REJECT']);
  });

  it('about a check that the scanner does not own are unlisted', () => {
    const foreign = finding({ check: 'owned_by_another', severity: 'warning' });
    const reviews = [review('core', { is_safe: true }, [foreign])];
    const result = consolidate(roundOf({ panel: [two[0] as never], reviews }));
    expect(result).toMatchObject({ verdict: 'REJECT', findings: [{ check: null, gating: true }] });
  });

  it('that were there before the change gate only when they are critical', () => {
    expect(preExisting('warning')).toBe('ACCEPT');
    expect(preExisting('critical')).toBe('REJECT');
  });
});

function given(answers: Record<string, boolean>, changes: Parameters<typeof protocol>[0] = {}) {
  const reviews = Object.entries(answers).map(([id, value]) => review(id, { is_safe: value }));
  return consolidate(roundOf({ panel: two, reviews, protocol: protocol(changes) }));
}

function unlisted(severity: ReportedFinding['severity']) {
  const reviews = [review('core', { is_safe: true }, [finding({ severity })])];
  return consolidate(roundOf({ panel: [two[0] as never], reviews }));
}

function preExisting(severity: ReportedFinding['severity']) {
  const anchor = {
    lineHash: 'a'.repeat(64),
    occurrence: 0,
    contentDigest: 'b'.repeat(64),
    evidenceCheck: { status: 'exact' as const },
    origin: 'pre_existing' as const,
  };
  const old = finding({ check: 'is_safe', severity, anchor });
  const reviews = [review('core', { is_safe: false }, [old])];
  return consolidate(roundOf({ panel: [two[0] as never], reviews })).verdict;
}
