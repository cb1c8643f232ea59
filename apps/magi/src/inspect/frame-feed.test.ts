import type { Entry, EventLog } from '@magi/contracts';
import { createReel, type PackedFrame, replay } from '@magi/engine/replay';
import { playRun } from '@magi/engine/testing';
import { appendEntries, createMemoryLog } from '@magi/event-log';
import { afterEach, describe, expect, it } from 'vitest';
import { createFrameFeed, type FrameFeed } from './frame-feed.ts';

let open: FrameFeed | null = null;
afterEach(() => open?.close());

describe('a feed of frames', () => {
  it('has a frame for every entry of a finished run, and is complete', async () => {
    const { log, entries } = await aFinishedRun();
    const feed = feedOf(log, false);
    await feed.caughtUp;
    expect(feed.lines).toHaveLength(entries.length);
    expect(feed.liveness()).toBe('complete');
    const reel = createReel();
    reel.add(feed.lines.map((line) => JSON.parse(line) as PackedFrame));
    expect(reel.stateAt(entries.length - 1).actors).toEqual(replay(entries).state);
  });

  it('describes entries as magi log does', async () => {
    const { log } = await aFinishedRun();
    const feed = feedOf(log, false);
    await feed.caughtUp;
    const reel = createReel();
    reel.add(feed.lines.map((line) => JSON.parse(line) as PackedFrame));
    expect(reel.head(2)).toMatchObject({ type: 'done', actor: 'run/ground#1' });
    expect(reel.head(2).text).toMatch(/^1 file, tree /);
  });

  it('goes on while a run is written, without missing or repeating an entry', async () => {
    const { entries } = await aFinishedRun();
    const log = createMemoryLog();
    await append(log, entries.slice(0, 3));
    const feed = feedOf(log, true);
    await feed.caughtUp;
    expect(feed.lines).toHaveLength(3);
    for (const entry of entries.slice(3)) {
      await append(log, [entry]);
      await until(feed, () => feed.lines.length === entry.seq + 1);
    }
    const seqs = feed.lines.map((line) => (JSON.parse(line) as { f: { seq: number } }).f.seq);
    expect(seqs).toEqual(entries.map(({ seq }) => seq));
    await until(feed, () => feed.liveness() === 'complete');
  });

  it('says whether anybody writes a run that has no end', async () => {
    const { entries } = await aFinishedRun();
    const log = createMemoryLog();
    await append(log, entries.slice(0, 3));
    const lease = await log.acquire('r1', 'somebody', 60_000);
    const feed = feedOf(log, true);
    await feed.caughtUp;
    expect(feed.liveness()).toBe('running');
    if (lease) await log.release(lease);
    await until(feed, () => feed.liveness() === 'waiting');
  });

  it('describes the entries of a run whose charts are not known', async () => {
    const { entries } = await aFinishedRun();
    const [first, ...rest] = entries;
    const text = JSON.stringify(first).replace(/"graphHash":"\w{4}/, '"graphHash":"0000');
    const log = createMemoryLog();
    await append(log, [JSON.parse(text) as Entry, ...rest]);
    const feed = feedOf(log, false);
    await feed.caughtUp;
    expect(feed.lines).toHaveLength(entries.length);
    expect(JSON.parse(feed.lines[0] ?? '').f.problem).toBeDefined();
  });

  it('shows what stands in front of damage, and names the damage', async () => {
    const { entries } = await aFinishedRun();
    const log = createMemoryLog();
    await append(log, entries.slice(0, 4));
    const feed = feedOf(damagedAt(log, 3), false);
    await feed.caughtUp;
    expect(feed.lines).toHaveLength(2);
    expect(feed.damage()).toMatch(/entry #2.*altered/);
    expect(feed.liveness()).toBe('complete');
  });
});

function feedOf(log: EventLog, isLive: boolean): FrameFeed {
  open = createFrameFeed({ log, run: 'r1', isLive });
  return open;
}

async function aFinishedRun() {
  const log = createMemoryLog();
  const { entries } = await playRun({}, {}, { log });
  return { log, entries };
}

async function append(log: EventLog, entries: readonly Entry[]): Promise<void> {
  await appendEntries(log, 'r1', entries);
}

/** The same log with the body of one event changed. */
function damagedAt(log: EventLog, version: number): EventLog {
  return {
    ...log,
    async *read(stream, options) {
      for await (const event of log.read(stream, options)) {
        yield event.version === version ? { ...event, body: `${event.body} ` } : event;
      }
    },
  };
}

function until(feed: FrameFeed, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) return resolve();
    const unwatch = feed.watch(() => {
      if (!holds()) return;
      unwatch();
      resolve();
    });
  });
}
