import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReviewOutput } from '@magi/contracts';
import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import { contextWith, findingWith, hostile, reviewWith } from '../test/sample-review.ts';
import { lineHashes } from './line-hash.ts';
import type { ReportContext } from './report-context.ts';
import { sarif } from './sarif.ts';

const require = createRequire(import.meta.url);
const Ajv = require('ajv-draft-04');
const schema = JSON.parse(
  readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'),
);
const validate = new Ajv({
  strict: false,
  allErrors: true,
  validateFormats: false,
  // One pattern of the schema is no regular expression in Unicode mode.
  unicodeRegExp: false,
}).compile(schema);

describe('sarif', () => {
  it('is valid against the official schema, hostile text included', () => {
    const review = reviewWith(
      [
        { message: hostile, evidence: hostile, suggestion: hostile, file: 'src/ä b#?.ts' },
        { fixes: [{ file: 'src/a.ts', line: 2, endLine: 3, replacement: 'x' }], endLine: 3 },
        { check: null, severity: 'info', gating: false, side: 'base' },
      ],
      { incomplete: [{ scanner: 'core', status: 'failed', reason: hostile }] },
    );
    const log = given(review, {
      earlier: [findingWith({ id: 'gone' })],
      suppressed: [suppressed()],
    });
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  });

  it('carries the hash that GitHub dedupes by', () => {
    const text = 'one\neval(request.body)\n';
    const [result] = resultsOf(given(reviewWith([{}]), { sources: new Map([['src/a.ts', text]]) }));
    expect(result?.partialFingerprints?.primaryLocationLineHash).toBe(lineHashes(text)[1]);
  });

  it('leaves the hash out where the text is not known', () => {
    const [result] = resultsOf(given(reviewWith([{}])));
    expect(Object.keys(result?.partialFingerprints ?? {})).toEqual(['magi/v1']);
  });

  it('says which findings are new, unchanged and absent since the round before', () => {
    const earlier = [findingWith({ id: 'f0' }), findingWith({ id: 'gone' })];
    const states = resultsOf(given(reviewWith([{}, {}]), { earlier })).map(
      (result) => result.baselineState,
    );
    expect(states).toEqual(['unchanged', 'new', 'absent']);
  });

  it('shows findings with a disposition as suppressed', () => {
    const [result] = resultsOf(given(reviewWith([]), { suppressed: [suppressed()] }));
    expect(result?.suppressions?.[0]?.justification).toBe('refuted by a person: not reachable');
  });

  it('encodes paths as relative URIs', () => {
    const [result] = resultsOf(given(reviewWith([{ file: 'a b/c#.ts' }])));
    expect(result?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('a%20b/c%23.ts');
  });

  it('keeps the worst results when there are more than GitHub reads', () => {
    const advice = Array.from({ length: 25_010 }, () => ({
      gating: false,
      severity: 'info' as const,
    }));
    const results = resultsOf(given(reviewWith([...advice, {}])));
    expect(results).toHaveLength(25_000);
    expect(results[0]?.level).toBe('error');
  });
});

function given(review: ReviewOutput, overrides: Partial<ReportContext> = {}): Log {
  return JSON.parse(sarif(review, contextWith(overrides)));
}

function resultsOf(log: Log): Result[] {
  return log.runs[0]?.results ?? [];
}

function suppressed(): ReportContext['suppressed'][number] {
  const finding = { ...findingWith({ id: 's' }), contentDigest: '0'.repeat(64) };
  return {
    finding,
    disposition: {
      fingerprint: finding.fingerprint,
      contentDigest: finding.contentDigest,
      value: 'refuted',
      reason: 'not reachable',
      by: 'a person',
      round: 1,
    },
  };
}
