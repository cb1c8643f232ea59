import { describe, expect, it } from 'vitest';
import { findProtocol, protocols } from './registry.ts';

describe('the shipped protocols', () => {
  it('begin with the five published ones, the default first', () => {
    expect(
      protocols()
        .map(({ id }) => id)
        .slice(0, 5),
    ).toEqual(['magi', 'review-fix', 'revise', 'review-fix-loop', 'pipeline']);
  });

  it('are found by their id', () => {
    expect(findProtocol('revise')?.title).toContain('seed 001');
    expect(findProtocol('unheard-of')).toBeUndefined();
  });
});
