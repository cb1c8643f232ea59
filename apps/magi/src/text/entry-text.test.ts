import type { Entry } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { describeEntry } from './entry-text.ts';

describe('describeEntry', () => {
  it('says who a failure concerns and why', () => {
    const error = { name: 'Error', message: 'no luck' };
    expect(given({ in: { type: 'fail', key: 'run/scan.core#1', error } })).toMatchObject({
      type: 'fail',
      actor: 'run/scan.core#1',
      text: 'Error: no luck',
    });
  });

  it('says what an effect answered by its shape', () => {
    const output = {
      scanner: 'core',
      role: 'Core',
      tree: 't',
      status: 'failed',
      reason: 'timed out',
      assertions: [],
      findings: [],
      coverage: [],
    };
    expect(given({ in: { type: 'done', key: 'k#1', output } }).text).toBe(
      'failed, 0 findings: timed out',
    );
  });

  it('cuts long answers of unknown shape', () => {
    const output = 'x'.repeat(500);
    expect(given({ in: { type: 'done', key: 'k#1', output } }).text.length).toBeLessThan(200);
  });

  it('shows control characters as escapes', () => {
    const note = { type: 'warning', code: 'X', message: 'a\u001b[31mb\nc' } as const;
    expect(given({ note }).text).toBe('X: a\\u{1b}[31mb\\u{a}c');
  });
});

function given(body: Pick<Entry, 'in'> | Pick<Entry, 'note'>) {
  return describeEntry({
    v: 1,
    seq: 7,
    at: '2026-01-01T00:00:00.000Z',
    run: 'r',
    onState: null,
    ...body,
  });
}
