import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './suggest.ts';

describe('nearest', () => {
  it.each([
    ['reveiw', 'review'],
    ['Review', 'review'],
    ['rewiev', 'review'],
    ['stat', null],
    ['zzz', null],
  ])('takes %s for %s', (typed, meant) => {
    expect(nearest(typed, ['review', 'resume', 'runs'])).toBe(meant);
  });

  it('is silent where nothing is near', () => {
    expect(didYouMean('frobnicate', ['review'])).toBe('');
  });
});
