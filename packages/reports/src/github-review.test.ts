import { describe, expect, it } from 'vitest';
import { contextWith, hostile, reviewWith } from '../test/sample-review.ts';
import { githubReview } from './github-review.ts';

describe('githubReview', () => {
  it('comments on the line of the finding and never approves', () => {
    const payload = given([{}]);
    expect(payload.event).toBe('COMMENT');
    expect(payload.commit_id).toBe('b'.repeat(40));
    expect(payload.comments[0]).toMatchObject({ path: 'src/a.ts', side: 'RIGHT', line: 2 });
  });

  it('lists findings outside the diff in the body', () => {
    const payload = given([{ line: 40 }]);
    expect(payload.comments).toEqual([]);
    expect(payload.body).toContain('src/a.ts:40');
  });

  it('cuts a finding that is longer than its hunk', () => {
    expect(given([{ line: 3, endLine: 90 }]).comments[0]).toMatchObject({
      start_line: 3,
      start_side: 'RIGHT',
      line: 4,
    });
  });

  it('puts removed lines of a renamed file on the left side of its new path', () => {
    const [file] = contextWith().files;
    const files = [{ ...file, oldPath: 'old.ts' } as NonNullable<typeof file>];
    expect(given([{ file: 'old.ts', side: 'base' }], files).comments[0]).toMatchObject({
      path: 'src/a.ts',
      side: 'LEFT',
      line: 2,
    });
  });

  it('offers a fix inside the hunk as a suggestion with a fence that it cannot close', () => {
    const fixes = [{ file: 'src/a.ts', line: 2, endLine: 3, replacement: '````\nx' }];
    const [comment] = given([{ fixes }]).comments;
    expect(comment).toMatchObject({ start_line: 2, line: 3 });
    expect(comment?.body).toContain('`````suggestion\n````\nx\n`````');
  });

  it('keeps to thirty comments and lists the others', () => {
    const payload = given(Array.from({ length: 40 }, () => ({})));
    expect(payload.comments).toHaveLength(30);
    expect(payload.body).toContain('10 findings without a comment');
  });

  it('marks every comment with the key that a poster updates it by', () => {
    expect(given([{}]).comments[0]?.body).toMatch(/<!-- magi:v1 fp=[0-9a-f]{64} -->$/);
  });

  it('lets reviewed text neither mention, link, close nor hide anything', () => {
    const body = given([{ message: hostile, check: null, rule: hostile }]).comments[0]?.body ?? '';
    const prose = body
      .replace(/\\`/g, '')
      .replace(/`[^`]*`/g, '')
      .replace(/<!-- magi:v1 fp=\w+ -->/, '');
    expect(prose).not.toMatch(/@team|#12|!\[|<script|<!--|http:\/\//);
  });

  it('stays under the size that the API takes', () => {
    const payload = given(
      Array.from({ length: 3000 }, () => ({ line: 40, message: 'x'.repeat(200) })),
    );
    expect(Buffer.byteLength(payload.body)).toBeLessThanOrEqual(65_535);
    expect(payload.body).toMatch(/<!-- magi:v1 review run=run-1 tree=c{40} -->$/);
  });
});

interface Payload {
  readonly commit_id: string;
  readonly event: string;
  readonly body: string;
  readonly comments: readonly { readonly body: string }[];
}

function given(findings: Parameters<typeof reviewWith>[0], files = contextWith().files): Payload {
  return JSON.parse(githubReview(reviewWith(findings), contextWith({ files })));
}
