import { ReviewOutput } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { contextWith, hostile, reviewWith } from '../test/sample-review.ts';
import { concise } from './concise.ts';
import { html } from './html.ts';
import { json, jsonl } from './json.ts';
import { markdown } from './markdown.ts';
import { findReporter, reporterNames } from './reporters.ts';

describe('markdown', () => {
  it('says verdict and evaluated checks together', () => {
    expect(markdown(reviewWith([{}]), contextWith())).toContain(
      '1 gating finding; 1 of 2 checks evaluated',
    );
  });

  it('lets reviewed text neither mention, link, embed nor run anything', () => {
    const text = markdown(
      reviewWith([{ message: hostile, check: null, rule: 'r' }]),
      contextWith(),
    );
    const prose = text.replace(/^ *`{3,}[\s\S]*?^ *`{3,}$/gm, '');
    expect(prose).not.toMatch(/@team|#12|!\[|<script|<!--|http:\/\//);
  });

  it('fits into a step summary', () => {
    const many = Array.from({ length: 9000 }, () => ({ message: 'ä'.repeat(200) }));
    const text = markdown(reviewWith(many), contextWith());
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
    expect(text).toContain('does not fit here');
  });
});

describe('html', () => {
  it('shows reviewed text only as text and loads nothing', () => {
    const text = html(
      reviewWith([{ message: hostile, evidence: hostile, id: hostile }]),
      contextWith(),
    );
    expect(text).not.toMatch(/<script|<img|javascript:|src=|@import|url\(/);
    expect(text).toContain(`default-src 'none'`);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('closes what it opens', () => {
    const text = html(reviewWith([{}]), contextWith());
    for (const name of ['main', 'section', 'article', 'table', 'p', 'ul', 'li', 'td', 'body']) {
      const opened = text.match(new RegExp(`<${name}[ >]`, 'g'))?.length ?? 0;
      expect(text.match(new RegExp(`</${name}>`, 'g'))?.length ?? 0, name).toBe(opened);
    }
  });
});

describe('json', () => {
  it('prints one document that its schema accepts', () => {
    const review = reviewWith([{}]);
    expect(ReviewOutput.parse(JSON.parse(json(review, contextWith())))).toEqual(review);
  });

  it('prints one typed line a verdict, check, finding and file', () => {
    const types = jsonl(reviewWith([{}]), contextWith())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(types).toEqual(['verdict', 'check', 'check', 'finding', 'coverage']);
  });
});

describe('concise', () => {
  it('prints one line a finding, as compilers do', () => {
    expect(concise(reviewWith([{ message: 'two\nlines' }]), contextWith())).toBe(
      'src/a.ts:2: critical: two lines [runs_no_code_from_data]\n' +
        'REJECT: 1 gating finding; 1 of 2 checks evaluated\n',
    );
  });
});

describe('reporters', () => {
  it.each(reporterNames)('%s is a pure function of the review', (name) => {
    const review = reviewWith([{}, { message: hostile }]);
    const report = findReporter(name);
    expect(report?.(review, contextWith())).toBe(report?.(review, contextWith()));
  });

  it('knows no reporter by the name of an object member', () => {
    expect(findReporter('constructor')).toBeNull();
  });
});
