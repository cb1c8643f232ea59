import type { EventLog } from '@magi/contracts';
import type { LayoutStore } from '@magi/engine';
import { readEntries } from '@magi/event-log';
import { createFrameFeed } from './frame-feed.ts';
import type { PageAssets } from './page-assets.ts';
import { recordedPage } from './page-html.ts';
import { sessionHead } from './session-head.ts';

/** Everything of a run in one page that works without a server, up to what its log has by now. */
export async function recordedFile(
  { log, run, isFile }: { readonly log: EventLog; readonly run: string; readonly isFile: boolean },
  assets: PageAssets,
  stores: readonly LayoutStore[],
): Promise<string> {
  const feed = createFrameFeed({ log, run, isLive: false });
  await feed.caughtUp;
  const head = await headOf(log, run, { isLive: false, isFile, isBridged: false }, stores);
  return recordedPage(assets, { head, lines: feed.lines, damage: feed.damage() });
}

/** What a page has to know about a run before its first frame. */
export async function headOf(
  log: EventLog,
  run: string,
  about: Parameters<typeof sessionHead>[1],
  stores: readonly LayoutStore[],
): ReturnType<typeof sessionHead> {
  for await (const { entry } of readEntries(log, run, { to: 0 })) {
    return sessionHead(entry, about, stores);
  }
  return { format: 1, run, graphs: [], layouts: [], ...about };
}
