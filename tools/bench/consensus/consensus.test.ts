import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as rule from '../../../packages/consolidation/src/index.ts';
import { measure } from './measure.js';
import { readData } from './read-data.js';

/* The figures that the shipped rule promises, for both judges, no setting chosen where it is scored. */
const promised = {
  'opus-4.5': { vote12: 0.74, midThree: 0.65, pairF1: 0.86 },
  'gpt-5.2': { vote12: 0.76, midThree: 0.6, pairF1: 0.86 },
};

it.each([{ frozen: false }, { frozen: true }])(
  'keeps what it promises, frozen: $frozen',
  (how) => {
    const { judges } = measure(
      rule,
      readData(fileURLToPath(new URL('data', import.meta.url))),
      how,
    );
    for (const [judge, floor] of Object.entries(promised)) {
      const figures = judges[judge];
      expect(figures?.vote12.f1).toBeGreaterThanOrEqual(floor.vote12);
      expect(figures?.midThree.f1).toBeGreaterThanOrEqual(floor.midThree);
      expect(figures?.pairF1).toBeGreaterThanOrEqual(floor.pairF1);
      expect(figures?.bestSingle.f1).toBeLessThan(floor.midThree);
      expect(figures?.curve).toHaveLength(12);
    }
  },
  180_000,
);
