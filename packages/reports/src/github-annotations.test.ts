import { describe, expect, it } from 'vitest';
import { contextWith, hostile, reviewWith } from '../test/sample-review.ts';
import { githubAnnotations } from './github-annotations.ts';

describe('githubAnnotations', () => {
  it('prints one workflow command a finding with its place', () => {
    expect(given([{}])[0]).toBe(
      '::error file=src/a.ts,line=2,endLine=2,title=magi%3A runs_no_code_from_data::Text of a request is run as code.',
    );
  });

  it('keeps to ten annotations of a kind, worst first, and says how many are left', () => {
    const lines = given(Array.from({ length: 13 }, (_, line) => ({ line: line + 1 })));
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines).toContain('3 more of 13 findings have no annotation.');
  });

  it('lets no text of a finding start a command or leave its place', () => {
    const lines = given([{ message: `x\n${hostile}\r\n::warning::y`, file: 'a,line=9::b.ts' }]);
    expect(lines.filter((line) => line.startsWith('::'))).toHaveLength(1);
    expect(lines[0]).toContain('file=a%2Cline=9%3A%3Ab.ts,line=2');
  });

  it('prints no control character of a file name', () => {
    expect(given([{ file: 'a\n\u001b[31m\r.ts' }])[0]).toMatch(
      /^::error file=a%0A\\u\{1b\}\[31m\\u\{d\}\.ts,/,
    );
  });

  it('gives removed lines no line number of the new file', () => {
    expect(given([{ side: 'base' }])[0]).toMatch(/^::error file=src\/a\.ts,title=/);
  });

  it('makes an error of a scanner that did not finish', () => {
    const lines = given([], {
      incomplete: [{ scanner: 'core', status: 'failed', reason: 'crashed' }],
    });
    expect(lines[0]).toBe('::error title=magi%3A core failed::crashed');
  });
});

function given(...[findings, overrides]: Parameters<typeof reviewWith>): string[] {
  return githubAnnotations(reviewWith(findings, overrides), contextWith()).split('\n');
}
