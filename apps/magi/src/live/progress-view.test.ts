import type { Entry, Note } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import type { Terminal } from '../terminal.ts';
import { createProgressView } from './progress-view.ts';

const started: Note = {
  type: 'effect.started',
  key: 'run/scan.core#1',
  kind: 'scan',
  start: 1,
  pid: 7,
};
const failure = {
  type: 'fail',
  key: 'run/scan.core#1',
  error: { name: 'Error', message: 'no\u001b luck' },
} as const;

describe('the view of a run outside of a terminal', () => {
  it('is one plain line a transition', () => {
    const { lines } = shown({ isLive: false });
    expect(lines).toEqual(['· core         started', '✖ core         no\\u{1b} luck (1.0 s)']);
  });
});

describe('the view of a run on a terminal', () => {
  it('draws over what it drew before', () => {
    const { text } = shown({ isLive: true });
    expect(text).toContain('\u001b[1A\u001b[2K');
    expect(text).toContain('no\\u{1b} luck');
  });

  it('keeps to the width of the terminal', () => {
    const { lines } = shown({ isLive: true, columns: 20 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the control sequences take no room
    const visible = lines.map((line) => line.replace(/\u001b\[\d*[A-Za-z]/g, ''));
    for (const line of visible) expect(line.length).toBeLessThan(20);
  });
});

function shown(options: Partial<Terminal>) {
  let text = '';
  const terminal: Terminal = {
    out: () => {},
    err: (part) => {
      text += part;
    },
    outColours: false,
    errColours: false,
    isLive: false,
    columns: 80,
    ...options,
  };
  const view = createProgressView(terminal, () => 500);
  view.entry(entry(0, { note: started }));
  view.entry(entry(1, { in: failure }));
  view.close();
  return { text, lines: text.split('\n').filter((line) => line !== '') };
}

function entry(seq: number, body: Pick<Entry, 'in'> | Pick<Entry, 'note'>): Entry {
  return { v: 1, seq, at: new Date(seq * 1000).toISOString(), run: 'r', onState: null, ...body };
}
