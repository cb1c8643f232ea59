import { describe, expect, it } from 'vitest';
import type { MinedComment } from './comment.ts';
import { proposeFromComments } from './propose-from-comments.ts';
import { readFeedback } from './read-feedback.ts';
import { readDocumentRules, readHistory } from './read-history.ts';
import { readReviewExport } from './read-reviews.ts';

describe('feedback file', () => {
  it('is plain text with a remark a line', () => {
    const read = readFeedback('notes.txt', '# Notes\n- bound every retry\n\n- name the owner\n');
    expect(read.ok && read.value.map(({ text }) => text)).toEqual([
      'bound every retry',
      'name the owner',
    ]);
  });
  it('may be a published constraints file', () => {
    const file = {
      checklist: { a: false },
      iteration: 1,
      oscillation_detected: false,
      constraints: ['bound every retry'],
      next_stage: 'SYNTHESIS',
    };
    const read = readFeedback('constraints.magi.json', JSON.stringify(file));
    expect(read.ok && read.value.map(({ text }) => text)).toEqual(['bound every retry']);
  });
  it('is refused when it is JSON of another kind', () => {
    expect(readFeedback('x.json', '{"a":1}')).toMatchObject({ ok: false });
  });
});

describe('review export', () => {
  it('takes first comments of a GitHub export, not replies', () => {
    const read = readReviewExport(
      'pr.json',
      JSON.stringify([
        { body: 'bound the retry', path: 'a.ts', user: { login: 'u' }, pull_request_url: 'pr/1' },
        { body: 'done', in_reply_to_id: 1, user: { login: 'v' } },
      ]),
    );
    expect(read.ok && read.value).toMatchObject([
      { text: 'bound the retry', author: 'u', change: 'pr/1' },
    ]);
  });
  it('reads a Gerrit map behind its guard line and knows what was resolved', () => {
    const body = {
      'a.ts': [{ message: 'bound the retry', unresolved: false, author: { email: 'u@e' } }],
    };
    const read = readReviewExport('I123', `)]}'\n${JSON.stringify(body)}`);
    expect(read.ok && read.value).toMatchObject([
      { change: 'I123', isResolved: true, file: 'a.ts' },
    ]);
  });
});

it('reads corrections of a history with their change ids', () => {
  const [comment, ...rest] = readHistory([
    { commit: 'c1', author: 'u', message: 'fix(net): retry budget leak\n\nChange-Id: I77' },
    { commit: 'c2', author: 'u', message: 'add a button' },
  ]);
  expect([comment?.text, comment?.change, rest]).toEqual(['retry budget leak', 'I77', []]);
});

it('reads rules of documents and skips their code', () => {
  const rules = readDocumentRules([
    {
      path: 'README.md',
      text: 'Callers must close the stream. It is fast.\n```\nyou must not see this\n```\n',
    },
  ]);
  expect(rules.map(({ text }) => text)).toEqual(['Callers must close the stream.']);
});

describe('proposals from comments', () => {
  it('need several voters and something acted upon', () => {
    const { proposals } = proposeFromComments(comments(4), new Map());
    expect(proposals.map(({ edit }) => edit.kind)).toEqual(['promote']);
    expect(proposeFromComments(comments(2), new Map())).toMatchObject({
      proposals: [],
      tooThin: 1,
    });
  });
  it('are not made for what a check covers already', () => {
    const persona = {
      role: 'Core',
      mandate: 'MANDATE: look.',
      checklist: { bounds_retries: 'Every outgoing call has a retry budget.' },
    };
    expect(proposeFromComments(comments(4), new Map([['core', persona]]))).toMatchObject({
      proposals: [],
      covered: [{ check: 'bounds_retries', comments: 4 }],
    });
  });
  it('are not made of comments that contradict each other', () => {
    const mixed = comments(4).map((comment, index) =>
      index % 2 ? { ...comment, text: `Do not ${comment.text}` } : comment,
    );
    expect(proposeFromComments(mixed, new Map())).toMatchObject({
      proposals: [],
      contradictory: [expect.any(String)],
    });
  });
});

function comments(n: number): readonly MinedComment[] {
  return Array.from({ length: n }, (_, index) => ({
    text: 'add a retry budget to every outgoing call',
    author: `u${index}`,
    change: `c${index}`,
    isResolved: index === 0,
    source: 'github' as const,
  }));
}
