import { fileURLToPath } from 'node:url';
import { cachedLayout, layoutName } from '@magi/engine';
import { allGraphs } from '@magi/engine/replay';
import { folderStore } from './folder-store.ts';

// Charts seldom change, and a layout takes seconds: builds keep them for the next build.
const kept = folderStore(
  fileURLToPath(new URL('../../../../node_modules/.cache/magi-layouts', import.meta.url)),
);

/**
 * Layouts of all charts that ship, by the name that a store knows them by. Made while this module is
 * loaded, which only the build does.
 */
export const shippedLayouts: Readonly<Record<string, string>> = Object.fromEntries(
  await Promise.all(
    allGraphs().map(async (graph) => [
      layoutName(graph),
      JSON.stringify(await cachedLayout(graph, kept)),
    ]),
  ),
);
