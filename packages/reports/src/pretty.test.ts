import type { ReviewOutput } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { contextWith, hostile, reviewWith } from '../test/sample-review.ts';
import { pretty } from './pretty.ts';

describe('pretty', () => {
  it('says the verdict first and how many checks stand behind it', () => {
    const [first] = given([{}]).split('\n');
    expect(first).toBe('✖ REJECT  1 gating finding · 1 of 2 checks evaluated');
  });

  it('groups findings by file and quotes the line', () => {
    const text = given([{ file: 'b.ts' }, { file: 'a.ts', line: 7 }]);
    expect(text.indexOf('a.ts')).toBeLessThan(text.indexOf('b.ts'));
    expect(text).toContain('│ eval(request.body)');
  });

  it('shows everything that gates and only the worst of much advice', () => {
    const advice = Array.from({ length: 25 }, () => ({ gating: false, severity: 'info' as const }));
    const text = given([...Array.from({ length: 30 }, () => ({})), ...advice]);
    expect(text.match(/✖ critical/g)).toHaveLength(30);
    expect(text.match(/• info/g)).toHaveLength(20);
    expect(text).toContain('5 more advice: --reporter concise lists all of it.');
  });

  it('shows what was set aside, by whom and why, and counts it apart', () => {
    const { id, check, rule, severity, file, line, message, fingerprint } = reviewWith([{}])
      .findings[0] as ReviewOutput['findings'][number];
    const text = given([], {
      verdict: 'ACCEPT',
      suppressed: [
        {
          finding: { id, check, rule, severity, file, line, message },
          disposition: {
            fingerprint,
            contentDigest: fingerprint,
            value: 'accepted_risk',
            reason: 'only in tests',
            by: 'ann',
            round: 1,
          },
        },
      ],
    });
    expect(text).toContain('✔ ACCEPT  no findings, 1 set aside');
    expect(text).toContain('accepted risk by ann: only in tests');
  });

  it('says how agents answered and what they did wrong', () => {
    const notes = Array.from({ length: 30 }, () => ({ scanner: 'one', note: 'sandbox: none' }));
    const faults = [{ scanner: 'two', fault: 'claimed 3 findings and reported 1' }];
    const text = given([], { faults, notes });
    expect(text).toContain(
      'Reviewers\n  two  claimed 3 findings and reported 1\n  one  sandbox: none',
    );
    expect(text).toMatch(/11 more: magi explain \S+ SCANNER/);
  });

  it('lists what each scanner has cost', () => {
    const text = given([], { costs: { dear: { calls: 2, usd: 0.5 }, core: { durationMs: 3 } } });
    expect(text).toContain('Cost\n  dear  2 calls, $0.50\n');
  });

  it('names the scanners that did not finish', () => {
    const text = given([], {
      verdict: 'INCOMPLETE',
      incomplete: [{ scanner: 'security', status: 'failed', reason: 'timed out after 60 s' }],
    });
    expect(text).toContain('security  failed: timed out after 60 s');
  });

  it('shows control characters of reviewed text as escapes', () => {
    expect(given([{ message: hostile, evidence: hostile, file: '\u001b[31m.ts' }])).not.toMatch(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      /[\u001b\u202e]/,
    );
  });

  it('shows the line end in a file name, which is no space', () => {
    expect(given([{ file: 'a\nb.ts' }])).toContain('\na\\u{a}b.ts\n');
  });

  it('says the same without colours', () => {
    const review = reviewWith([{}]);
    const coloured = pretty(review, contextWith({ colours: true }));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are what is removed
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(pretty(review, contextWith()));
    expect(coloured).not.toBe(pretty(review, contextWith()));
  });
});

function given(...[findings, overrides]: Parameters<typeof reviewWith>): string {
  return pretty(reviewWith(findings, overrides), contextWith());
}
