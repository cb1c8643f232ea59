import type { Entry } from '@magi/contracts';
import { cachedLayout, type LayoutStore } from '@magi/engine';
import { graphsOfRun, type SessionHead } from '@magi/engine/replay';

/** Puts together what a page has to know before the first frame. */
export async function sessionHead(
  first: Entry,
  about: Pick<SessionHead, 'isLive' | 'isFile' | 'isBridged'>,
  stores: readonly LayoutStore[],
): Promise<SessionHead> {
  const graphs = graphsOfRun(first);
  const layouts = await Promise.all(graphs.map((graph) => cachedLayout(graph, ...stores)));
  return { format: 1, run: first.run, graphs, layouts, ...about };
}
