import { describe, expect, it } from 'vitest';
import { createTerminal, type Streams } from './terminal.ts';

describe('createTerminal', () => {
  it('redraws only where a person looks', () => {
    expect(given({ isTTY: true }).isLive).toBe(true);
    expect(given({ isTTY: false }).isLive).toBe(false);
    expect(given({ isTTY: true, env: { CI: 'true' } }).isLive).toBe(false);
    expect(given({ isTTY: true, env: { TERM: 'dumb' } }).isLive).toBe(false);
    expect(given({ isTTY: true, quiet: true }).isLive).toBe(false);
  });

  it('colours a terminal, unless told not to', () => {
    expect(given({ isTTY: true }).outColours).toBe(true);
    expect(given({ isTTY: true, env: { NO_COLOR: '1' } }).outColours).toBe(false);
    expect(given({ isTTY: true, env: { NO_COLOR: '' } }).outColours).toBe(true);
    expect(given({ isTTY: true, color: false }).outColours).toBe(false);
    expect(given({ isTTY: false, env: { FORCE_COLOR: '1' } }).outColours).toBe(true);
    expect(given({ isTTY: true, env: { FORCE_COLOR: '0' } }).outColours).toBe(false);
  });

  it('is silent on standard error when it has to be quiet, never on standard output', () => {
    const written: string[] = [];
    const terminal = given({ isTTY: false, quiet: true, written });
    terminal.err('progress');
    terminal.out('result');
    expect(written).toEqual(['result']);
  });
});

interface Situation {
  readonly isTTY: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly written?: string[];
}

function given({ isTTY, env = {}, color = true, quiet = false, written = [] }: Situation) {
  const write = (text: string): boolean => written.push(text) > 0;
  const stream = { isTTY, columns: 80, write } as unknown as NodeJS.WriteStream;
  const streams: Streams = { stdout: stream, stderr: stream, env };
  return createTerminal(streams, { color, quiet });
}
