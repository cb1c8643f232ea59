import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageLink } from './text/average-link.ts';
import { similarityOf } from './text/similarity.ts';
import { toneOf } from './text/tone.ts';
import { identifierParts, identifiersOf, wordsOf } from './text/words.ts';
import { type Statement, voteClusters } from './vote-clusters.ts';

describe('words', () => {
  it('take identifiers and paths apart and stem what is left', () => {
    expect(identifierParts('maxSizeKB in src/user_ids.ts')).toEqual([
      'max',
      'size',
      'kb',
      'in',
      'src',
      'user',
      'ids',
      'ts',
    ]);
    expect(wordsOf('the caches are leaking')).toEqual(['cach', 'leak']);
    expect(identifiersOf('`a.b()` and fooBar, HTTPServer.run')).toEqual([
      'a.b',
      'foobar',
      'httpserver.run',
    ]);
  });
});

describe('similarity', () => {
  it('is high for equal texts, near 0 for unrelated ones, and in between for paraphrases', () => {
    const alike = similarityOf([
      'The password is compared with == which leaks timing',
      'Timing attack: comparison of the password is not constant-time',
      'Promise returned by save() is not awaited',
      'The password is compared with == which leaks timing',
    ]);
    expect(alike(0, 3)).toBeCloseTo(0.9);
    expect(alike(0, 1)).toBeGreaterThan(0.2);
    expect(alike(0, 2)).toBeLessThan(0.05);
  });

  it('counts odd words more than the everyday words of the project', () => {
    const everyday = Array.from({ length: 30 }, () => 'the calendar event is wrong');
    const texts = [
      'calendar event loses attendees',
      'calendar event forgets reminders',
      'attendees vanish',
    ];
    const alike = similarityOf(texts, [...texts, ...everyday]);
    expect(alike(0, 2)).toBeGreaterThan(alike(0, 1));
  });

  it('is symmetric and between 0 and 1', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 6 }), { minLength: 2, maxLength: 5 }), (texts) => {
        const alike = similarityOf(texts);
        expect(alike(0, 1)).toBeCloseTo(alike(1, 0));
        expect(alike(0, 1)).toBeGreaterThanOrEqual(0);
        expect(alike(0, 1)).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});

describe('average link', () => {
  it('joins the closest first and stops at the cut', () => {
    const points = [0, 1, 10, 11, 30];
    const alike = (a: number, b: number) => 1 / (1 + Math.abs((points[a] ?? 0) - (points[b] ?? 0)));
    expect(averageLink(5, alike, 0.4)).toEqual([[0, 1], [2, 3], [4]]);
    expect(averageLink(5, alike, 0.05)).toEqual([[0, 1, 2, 3], [4]]);
    expect(averageLink(0, alike, 0.5)).toEqual([]);
  });
});

describe('tone', () => {
  it('tells defects from advice', () => {
    expect(toneOf('crashes with a null dereference')).toBeGreaterThan(0);
    expect(toneOf('consider a better name for readability')).toBeLessThan(0);
    expect(toneOf('the slug is set twice')).toBe(0);
    expect(toneOf('crash panic throw exception fail break bug wrong')).toBe(3);
  });
});

describe('a vote on statements', () => {
  const race = [
    say('a', 'retryCount is incremented without a lock: concurrent updates are lost'),
    say('b', 'Race condition: two workers may increment retryCount and one update gets lost'),
    say('c', 'Lost update of retryCount under concurrent increments, needs an atomic increment'),
  ];
  const taste = say('a', 'Consider renaming tmp to something that says what it holds');

  it('joins paraphrases into one issue and accepts what most reviewers say', () => {
    const { issues, concerns } = voteClusters([...race, taste]);
    expect(issues.map(({ members }) => members)).toContainEqual([0, 1, 2]);
    expect(concerns.filter(({ accepted }) => accepted).map(({ members }) => members)).toEqual([
      [0, 1, 2],
    ]);
  });

  it('asks for more voices where more reviewers were asked', () => {
    const accepted = (reviewers: number) =>
      voteClusters(race, { reviewers }).concerns.some((concern) => concern.accepted);
    expect(accepted(3)).toBe(true);
    expect(accepted(12)).toBe(false);
  });

  it('lets measured precision weigh the voices', () => {
    const weights = { a: 0.2, b: 0.2, c: 0.2 };
    expect(voteClusters(race, { weights }).concerns.some(({ accepted }) => accepted)).toBe(false);
  });

  it('does not depend on the order of the statements', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...race, taste], { minLength: 4 }), (shuffled) => {
        const named = (statements: readonly Statement[]) =>
          voteClusters(statements)
            .issues.map(({ members, score }) => ({
              score: score.toFixed(9),
              said: members.map((index) => statements[index]?.text).sort(),
            }))
            .sort((x, y) => (String(x.said) < String(y.said) ? -1 : 1));
        expect(named(shuffled)).toEqual(named([...race, taste]));
      }),
    );
  });

  it('has nothing to say about nothing', () => {
    expect(voteClusters([])).toEqual({ issues: [], concerns: [] });
  });
});

function say(reviewer: string, text: string): Statement {
  return { reviewer, text };
}
