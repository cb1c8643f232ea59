import { describe, expect, it } from 'vitest';
import { costTable } from './costs.ts';
import { dollars, duration, grouped } from './figures.ts';
import { jsonRows } from './json-rows.ts';
import { markOf } from './marks.ts';
import { eventName } from './messages.ts';
import { createStopwatch, timeTable } from './spans.ts';

describe('figures', () => {
  it.each([
    [0, '0 ms'],
    [999.4, '999 ms'],
    [1234, '1.23 s'],
    [59_900, '59.9 s'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
  ])('%d ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it('groups digits and keeps the cents that matter', () => {
    expect(grouped(1_234_567)).toBe('1\u202f234\u202f567');
    expect(grouped(12)).toBe('12');
    expect(dollars(0.0042)).toBe('$0.0042');
    expect(dollars(1.2)).toBe('$1.20');
  });
});

describe('costs', () => {
  it('are summed up over those who measured them', () => {
    const { total } = costTable({ a: { usd: 1, calls: 2 }, b: { usd: 0.5 }, c: {} });
    expect(total).toMatchObject({ usd: 1.5, calls: 2, inputTokens: null });
  });
});

describe('time by the log', () => {
  it('goes from the start of work to its answer, and counts what was answered so far', () => {
    const watch = createStopwatch();
    const see = (seq: number, type: string, actor: string) =>
      watch.see({ seq, type, actor, text: '', at: `2026-01-01T12:00:0${seq}.000Z` });
    see(1, 'effect.started', 'run/scan.core#1');
    see(2, 'effect.started', 'run/scan.style#1');
    see(3, 'fail', 'run/scan.core#1');
    see(4, 'effect.started', 'run/scan.core#2');
    see(6, 'done', 'run/scan.core#2');
    see(7, 'done', 'run/scan.style#1');
    expect(timeTable(watch.spans, 6)).toEqual([
      { actor: 'run/scan.core', answers: 2, failures: 1, durationMs: 4000 },
    ]);
    expect(timeTable(watch.spans, 7)).toHaveLength(2);
  });
});

describe('marks', () => {
  it('are set for rounds, troubles and people', () => {
    const at = '2026-01-01T12:00:00.000Z';
    const mark = (type: string, actor: string) => markOf({ seq: 1, at, type, actor, text: '' });
    expect(mark('done', 'run/ground#3')).toMatchObject({ kind: 'round', label: 'Round 3' });
    expect(mark('fail', 'run/scan.core#1')).toMatchObject({ kind: 'trouble' });
    expect(mark('event', 'ann')).toMatchObject({ kind: 'person', label: 'event by ann' });
    expect(mark('done', 'run/scan.core#1')).toBeNull();
  });
});

describe('events', () => {
  it.each([
    ['xstate.done.actor.scan.core', 'done(scan.core)'],
    ['xstate.error.actor.ground', 'error(ground)'],
    ['xstate.done.state.player.on', 'done(player.on)'],
    ['xstate.after.timeout.scan.running', 'after(timeout)'],
    ['xstate.init', 'start'],
    ['effect.fail', 'fail'],
    ['abort', 'abort'],
  ])('%s is written as %s', (event, name) => {
    expect(eventName(event)).toBe(name);
  });
});

describe('the lines of a JSON value', () => {
  it('are those of its unfolded parts', () => {
    const value = { a: [1, 2], b: {}, 'c/d': { e: null } };
    const rows = jsonRows(value, (path) => path === '' || path === '/c~1d');
    expect(rows.map(({ path, kind, text }) => [path, kind, text])).toEqual([
      ['', 'open', '{ a, b, c/d }'],
      ['/a', 'folded', '[ 2 items ]'],
      ['/b', 'value', '{}'],
      ['/c~1d', 'open', '{ e }'],
      ['/c~1d/e', 'value', 'null'],
    ]);
  });
});
