import type { ReportedFinding } from '@magi/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clusterFindings, type Report } from './cluster-findings.ts';
import { fingerprintOf } from './fingerprint.ts';
import { candidate, finding } from './testing/reviews.ts';

it('joins what two scanners say about one line in their own words', () => {
  const clusters = clustered([
    report('core', {
      line: 4,
      rule: 'no-floating',
      message: 'Promise returned by save is not awaited',
    }),
    report('agent', { line: 4, rule: 'bug', message: 'missing await: errors of save are lost' }),
  ]);
  expect(clusters).toEqual(['agent core']);
});

it('joins two reports under one check that overlap', () => {
  const clusters = clustered([
    report('core', { check: 'is_safe', rule: 'a', line: 2, endLine: 9, message: 'tokens leak' }),
    report('agent', { check: 'is_safe', rule: 'b', line: 5, message: 'do not print credentials' }),
  ]);
  expect(clusters).toEqual(['agent core']);
});

it('keeps different problems of one line apart', () => {
  const clusters = clustered([
    report('core', { line: 4, rule: 'a', message: 'SQL is put together from user input' }),
    report('agent', { line: 4, rule: 'b', message: 'the name of this variable says nothing' }),
  ]);
  expect(clusters).toEqual(['agent', 'core']);
});

it('forgives a reviewer who points a few lines off, without a quote', () => {
  const message = 'password is compared with equals, which leaks timing';
  const near = [
    report('a', { line: 4, rule: 'x', message }),
    report('b', { line: 6, rule: 'y', message }),
  ];
  expect(clustered(near)).toEqual(['a b']);
});

it('keeps two hits of one rule on neighbouring lines apart when both quotes were found', () => {
  const message = 'hard-coded password';
  const clusters = clustered([
    report('a', { line: 4, rule: 'secret', message, ...verified }),
    report('b', { line: 5, rule: 'secret', message, ...verified }),
  ]);
  expect(clusters).toEqual(['a', 'b']);
});

it('joins across a file only what says clearly the same, and never across files', () => {
  const message = 'retryCount is read and written without a lock, so increments are lost';
  const far = (file: string) => report('b', { file, line: 90, rule: 'y', message });
  const here = report('a', { line: 4, rule: 'x', message });
  expect(clustered([here, far('a.ts')])).toEqual(['a b']);
  expect(clustered([here, far('b.ts')])).toEqual(['a', 'b']);
});

it('gives one scanner one voice, and keeps its different remarks on one line apart', () => {
  const twice = report('core', { line: 4, message: 'x is null' });
  const other = report('core', { line: 4, message: 'y is null' });
  expect(clustered([twice, twice, other])).toEqual(['core core', 'core']);
});

it('does not depend on the order of the reports', () => {
  fc.assert(
    fc.property(
      fc.array(anyReport, { maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      (reports, keys) => {
        const shuffled = reports
          .map((item) => ({ item, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ item }) => item);
        expect(clusterFindings(shuffled)).toEqual(clusterFindings(reports));
      },
    ),
  );
});

it('puts every report into exactly one group', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 8 }), (reports) => {
      expect(clusterFindings(reports).flat()).toHaveLength(reports.length);
    }),
  );
});

const verified: Partial<ReportedFinding> = {
  anchor: {
    lineHash: 'a'.repeat(64),
    occurrence: 0,
    contentDigest: 'b'.repeat(64),
    evidenceCheck: { status: 'exact' },
    origin: 'introduced',
  },
};

const anyReport = fc
  .record({
    scanner: fc.constantFrom('a', 'b', 'c'),
    line: fc.integer({ min: 1, max: 12 }),
    rule: fc.constantFrom('r', 's'),
    message: fc.constantFrom('null is read', 'null is dereferenced', 'loop never ends'),
  })
  .map(({ scanner, ...changes }) => report(scanner, changes));

function report(scanner: string, changes: Partial<ReportedFinding>): Report {
  const reported = finding(changes);
  return {
    scanner,
    finding: reported,
    fingerprint: fingerprintOf(reported, candidate()) + scannerOf(changes, scanner),
  };
}

/** Findings with a forged anchor would share one identity; real ones never do. */
function scannerOf(changes: Partial<ReportedFinding>, scanner: string): string {
  return changes.anchor === undefined ? '' : scanner;
}

function clustered(reports: readonly Report[]): readonly string[] {
  return clusterFindings(reports)
    .map((group) =>
      group
        .map(({ scanner }) => scanner)
        .sort()
        .join(' '),
    )
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}
