import { readFile } from 'node:fs/promises';
import type { MachineGraph } from '@magi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphOf } from '../graph/graph-of.ts';
import { scanMachine } from '../machines/scan.machine.ts';
import { cachedLayout, type LayoutStore } from './cached-layout.ts';
import type { ChartLayout } from './chart-layout.ts';
import { layoutOf } from './layout-of.ts';
import { toSvg } from './to-svg.ts';

const graph = graphOf(scanMachine);
let layout: ChartLayout;

beforeAll(async () => {
  layout = await layoutOf(graph);
});

describe('a drawing', () => {
  it('names every state, guard, action and actor of the chart', () => {
    const svg = toSvg(graph, layout);
    for (const text of [
      'running',
      'runs scan',
      'error(scan) [hasTriesLeft]',
      '/ noteFailure',
      'after(timeout)',
    ]) {
      expect(svg).toContain(`>${text}</text>`);
    }
  });

  it('marks active states and the transition taken', () => {
    const svg = toSvg(graph, layout, {
      active: ['scan', 'scan.retrying'],
      taken: ['scan.running#2'],
    });
    expect(svg.match(/class="mark"/g)).toHaveLength(2);
    expect(svg.match(/class="edge error taken"/g)).toHaveLength(1);
  });

  it('shows hostile names as text', () => {
    const hostile = JSON.parse(
      JSON.stringify(graph).replaceAll('keepReview', '<script>alert(1)</script>&\\"'),
    ) as MachineGraph;
    const svg = toSvg(hostile, layout);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;');
  });

  it('refers to nothing outside of itself', () => {
    expect(toSvg(graph, layout).replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|url\((?!#)|href/,
    );
  });
});

describe('a cached layout', () => {
  it('is made once and then read', async () => {
    const store = memoryStore();
    const made = await cachedLayout(graph, store);
    expect([...store.kept.values()]).toEqual([JSON.stringify(made)]);
    store.kept.set([...store.kept.keys()][0] ?? '', JSON.stringify({ ...made, width: 1 }));
    expect((await cachedLayout(graph, store)).width).toBe(1);
  });

  it('is made again when what was kept is broken or of another chart', async () => {
    const store = memoryStore();
    await cachedLayout(graph, store);
    const [name = ''] = store.kept.keys();
    for (const kept of ['{', JSON.stringify({ ...layout, graph: 'other' })]) {
      store.kept.set(name, kept);
      expect(await cachedLayout(graph, store)).toEqual(layout);
    }
  });

  it('needs no store that works', async () => {
    const broken: LayoutStore = {
      read: () => Promise.reject(new Error('unreadable')),
      write: () => readFile('/nowhere').then(() => undefined),
    };
    expect(await cachedLayout(graph, broken)).toEqual(layout);
  });
});

function memoryStore(): LayoutStore & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: async (name) => kept.get(name) ?? null,
    async write(name, text) {
      kept.set(name, text);
    },
  };
}
