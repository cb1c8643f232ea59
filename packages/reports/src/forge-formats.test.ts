import { describe, expect, it } from 'vitest';
import { contextWith, hostile, reviewWith } from '../test/sample-review.ts';
import { checkstyle } from './checkstyle.ts';
import { gitlab } from './gitlab.ts';
import { junit } from './junit.ts';
import { rdjsonl } from './rdjsonl.ts';

describe('gitlab', () => {
  it('gives every issue the members that GitLab requires', () => {
    const [issue] = JSON.parse(gitlab(reviewWith([{}]), contextWith()));
    expect(issue).toEqual({
      description: 'Text of a request is run as code.',
      check_name: 'runs_no_code_from_data',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'critical',
      location: { path: 'src/a.ts', lines: { begin: 2, end: 2 } },
    });
  });

  it('makes equal fingerprints different, so that none is swallowed', () => {
    const twins = [{ fingerprint: 'a'.repeat(64) }, { fingerprint: 'a'.repeat(64) }];
    const issues: { fingerprint: string }[] = JSON.parse(gitlab(reviewWith(twins), contextWith()));
    expect(new Set(issues.map((issue) => issue.fingerprint)).size).toBe(2);
  });

  it('knows only the severities of GitLab', () => {
    const issues: { severity: string }[] = JSON.parse(
      gitlab(
        reviewWith([{}, { severity: 'warning', gating: false }, { severity: 'info' }]),
        contextWith(),
      ),
    );
    expect(issues.map((issue) => issue.severity).sort()).toEqual(['critical', 'info', 'minor']);
  });
});

describe('checkstyle', () => {
  it('lists findings below their file', () => {
    const text = checkstyle(reviewWith([{}]), contextWith());
    expect(text).toContain('<file name="src/a.ts">');
    expect(text).toContain('<error line="2" severity="error" message="Text of a request');
  });

  it('is well-formed whatever the text', () => {
    expectWellFormed(checkstyle(reviewWith([{ message: hostile, file: hostile }]), contextWith()));
  });
});

describe('junit', () => {
  it('has one suite a scanner and one test case a check', () => {
    const text = junit(reviewWith([{}]), contextWith());
    expect(text).toContain(
      '<testsuite name="security" tests="2" failures="1" errors="0" skipped="1">',
    );
    expect(text).toContain('<testcase classname="security" name="runs_no_code_from_data"><failure');
  });

  it('reports a scanner that did not finish as an error, never as a pass', () => {
    const incomplete = [{ scanner: 'core', status: 'failed', reason: 'crashed' }];
    const text = junit(reviewWith([], { incomplete }), contextWith());
    expect(text).toContain('<error message="failed: crashed" type="error">');
  });

  it('is well-formed whatever the text', () => {
    const incomplete = [{ scanner: hostile, status: 'failed', reason: hostile }];
    expectWellFormed(junit(reviewWith([{ message: hostile }], { incomplete }), contextWith()));
  });
});

describe('rdjsonl', () => {
  it('prints one diagnostic a line', () => {
    const lines = rdjsonl(reviewWith([{}, { endLine: 3 }]), contextWith())
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).location.range)).toEqual([
      { start: { line: 2 } },
      { start: { line: 2 }, end: { line: 3 } },
    ]);
  });

  it('offers fixes as ranges whose end is exclusive', () => {
    const fixes = [{ file: 'src/a.ts', line: 2, endLine: 3, replacement: 'x' }];
    const diagnostic = JSON.parse(rdjsonl(reviewWith([{ fixes }]), contextWith()));
    expect(diagnostic.suggestions).toEqual([
      { range: { start: { line: 2, column: 1 }, end: { line: 4, column: 1 } }, text: 'x\n' },
    ]);
  });
});

/** Checks nesting, quoting and characters of simple XML, as no parser is at hand. */
function expectWellFormed(xml: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids exactly these
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace(
      /<(\/?)([a-z]+)((?: [a-z]+="[^"<>&]*(?:&[a-z#0-9]+;[^"<>&]*)*")*)(\/?)>/g,
      (...tag) => {
        const [, closing, name, , empty] = tag as string[];
        if (closing === '/') expect(open.pop()).toBe(name);
        else if (empty !== '/') open.push(name ?? '');
        return '';
      },
    );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|apos|#\d+);)/);
}
