import type { ReviewOutput } from '@magi/contracts';
import type { Reporter } from './report-context.ts';
import { xmlTag, xmlText } from './xml-text.ts';

interface TestCase {
  readonly name: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly details: string;
}

/**
 * JUnit XML: one suite a scanner and one test case for each check it answered. A scanner that did
 * not finish has one more case with an error, so that no silence reads as a pass.
 */
export const junit: Reporter = (review) => {
  const suites = scannersOf(review).map((scanner) => ({
    scanner,
    cases: casesOf(review, scanner),
  }));
  const all = suites.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    xmlTag('testsuites', { name: 'magi', ...totals(all), time: seconds(review.durationMs) }),
    ...suites.flatMap(({ scanner, cases }) => [
      `  ${xmlTag('testsuite', { name: scanner, ...totals(cases), skipped: countOf(cases, 'skipped') })}`,
      ...cases.map((test) => `    ${caseText(scanner, test)}`),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
};

function scannersOf(review: ReviewOutput): string[] {
  const voiced = review.checks.flatMap((check) => check.voices.map((voice) => voice.scanner));
  const unfinished = review.incomplete.map(({ scanner }) => scanner);
  return [...new Set([...voiced, ...unfinished])].sort();
}

function casesOf(review: ReviewOutput, scanner: string): TestCase[] {
  const checks = review.checks.flatMap((check): TestCase[] => {
    const voice = check.voices.find((candidate) => candidate.scanner === scanner);
    if (voice === undefined) return [];
    const message = voice.reason ?? check.statement;
    const kind = {
      true: 'passed',
      false: 'failure',
      not_evaluated: 'skipped',
      missing: 'error',
      failed: 'error',
    } as const;
    return [
      {
        name: check.id,
        kind: kind[voice.value],
        message,
        details: findingsOf(review, check.id, scanner),
      },
    ];
  });
  const unfinished = review.incomplete
    .filter((entry) => entry.scanner === scanner)
    .map(
      ({ status, reason }): TestCase => ({
        name: 'scanner finished',
        kind: 'error',
        message: `${status}: ${reason}`,
        details: '',
      }),
    );
  return [...unfinished, ...checks];
}

function findingsOf(review: ReviewOutput, check: string, scanner: string): string {
  return review.findings
    .filter((finding) => finding.check === check)
    .filter((finding) => finding.voices.some((voice) => voice.scanner === scanner))
    .map((finding) => `${finding.file}:${finding.line}: ${finding.message}`)
    .join('\n');
}

function caseText(scanner: string, { name, kind, message, details }: TestCase): string {
  const attributes = { classname: scanner, name };
  if (kind === 'passed') return xmlTag('testcase', attributes, '/');
  const body =
    kind === 'skipped'
      ? xmlTag('skipped', { message }, '/')
      : `${xmlTag(kind, { message, type: kind })}${xmlText(details)}</${kind}>`;
  return `${xmlTag('testcase', attributes)}${body}</testcase>`;
}

function totals(cases: readonly TestCase[]) {
  return {
    tests: cases.length,
    failures: countOf(cases, 'failure'),
    errors: countOf(cases, 'error'),
  };
}

function countOf(cases: readonly TestCase[], kind: TestCase['kind']): number {
  return cases.filter((test) => test.kind === kind).length;
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
