import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const packages = new URL('../../../', import.meta.url);

describe('the replay entry point', () => {
  it('reaches no module of Node and no store, so that it runs in a browser', () => {
    const reached = reachedFrom(new URL('index.ts', import.meta.url));
    expect([...reached]).toEqual(expect.arrayContaining(['xstate', 'zod']));
    expect([...reached].filter((name) => name.startsWith('node:'))).toEqual([]);
    expect([...reached].filter((name) => name.includes('event-log/src'))).toEqual([]);
  });
});

/** Files and foreign modules that a file imports, directly or not; types do not count. */
function reachedFrom(file: URL, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(file.href)) return reached;
  reached.add(file.href);
  const text = readFileSync(file, 'utf8');
  const imports = text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)';/gm);
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) reachedFrom(new URL(name, file), reached);
    else if (name.startsWith('@magi/')) {
      reachedFrom(new URL(`${name.slice('@magi/'.length)}/src/index.ts`, packages), reached);
    } else reached.add(name);
  }
  return reached;
}
