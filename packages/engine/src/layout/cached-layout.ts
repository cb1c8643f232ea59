import type { MachineGraph } from '@magi/contracts';
import { type ChartLayout, LAYOUT_VERSION } from './chart-layout.ts';
import { layoutOf } from './layout-of.ts';

/** Keeps texts by name; may lose them, and need not be able to write. */
export interface LayoutStore {
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
}

/**
 * The layout of a chart, from the first store that has it, else newly made and kept in the last one.
 *
 * Layouts are derived from graphs alone, so one made anywhere is right everywhere.
 */
export async function cachedLayout(
  graph: MachineGraph,
  ...stores: readonly LayoutStore[]
): Promise<ChartLayout> {
  const name = layoutName(graph);
  for (const store of stores) {
    const known = parse(await store.read(name).catch(() => null), graph);
    if (known) return known;
  }
  const layout = await layoutOf(graph);
  // A layout that cannot be kept is made again the next time.
  await stores
    .at(-1)
    ?.write(name, JSON.stringify(layout))
    .catch(() => undefined);
  return layout;
}

/** Name of a layout in a store; another version of the layouter uses other names. */
export function layoutName({ hash }: MachineGraph): string {
  return `${hash.slice(0, 32)}.layout-${LAYOUT_VERSION}.json`;
}

function parse(text: string | null, { hash }: MachineGraph): ChartLayout | null {
  if (text === null) return null;
  try {
    const layout = JSON.parse(text) as ChartLayout;
    return layout.graph === hash ? layout : null;
  } catch {
    return null;
  }
}
