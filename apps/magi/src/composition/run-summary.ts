import { type EventLog, MagiError, RunsOutput, type StreamInfo } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import { replay } from '@magi/engine/replay';
import { runInfo } from '@magi/event-log';
import { z } from 'zod';
import { readRun } from './read-run.ts';
import { runTimes } from './run-times.ts';

/** One row of `magi runs`. */
export type RunSummary = RunsOutput['runs'][number];

const SCHEMA = 'run-summary/1';
const Cached = z.strictObject({ hash: z.string(), row: RunsOutput.shape.runs.element });

/**
 * What the list of runs says about one of them.
 *
 * Taken from the summary that the writer left beside the log, if that belongs to exactly this head;
 * replayed otherwise. A damaged log is a row that says so, so that one run cannot hide the others.
 */
export async function summariseRun(log: EventLog, info: StreamInfo): Promise<RunSummary> {
  const cached = await cachedRow(log, info);
  if (cached !== null) return cached;
  try {
    const entries = await readRun(log, info.stream);
    return rowOf(replay(entries).view, info, entries[0]?.at ?? info.at);
  } catch (error) {
    if (!(error instanceof MagiError)) throw error;
    return damagedRow(info, error);
  }
}

/**
 * Leaves the summary of a run at rest beside the log, for lists to come; a derived value that may be
 * lost. Not of a run that somebody else has gone on with meanwhile.
 */
export async function keepSummary(log: EventLog, view: RunView): Promise<void> {
  const info = await runInfo(log, view.run);
  if (info === null || info.version !== view.seq + 1) return;
  const { startedAtMs } = await runTimes(log, view.run);
  const row = rowOf(view, info, new Date(startedAtMs).toISOString());
  await log.putSnapshot(view.run, info.version, SCHEMA, JSON.stringify({ hash: info.hash, row }));
}

function rowOf({ context, value }: RunView, info: StreamInfo, startedAt: string): RunSummary {
  const { candidate } = context;
  return {
    id: info.stream,
    startedAt,
    candidate: candidate && {
      base: candidate.base.commit ?? candidate.base.ref,
      head: candidate.head.commit ?? candidate.head.ref,
    },
    protocol: context.input.protocol.id,
    verdict: context.history.at(-1)?.consolidation.verdict ?? null,
    outcome: context.terminal?.outcome ?? null,
    reason: context.terminal?.reason ?? null,
    entries: info.version,
    state: String(value.run ?? value.training ?? 'unknown'),
  };
}

async function cachedRow(log: EventLog, info: StreamInfo): Promise<RunSummary | null> {
  const snapshot = await log.getSnapshot(info.stream, SCHEMA, info.version);
  if (snapshot === null || snapshot.version !== info.version) return null;
  const parsed = Cached.safeParse(JSON.parse(snapshot.state));
  return parsed.success && parsed.data.hash === info.hash ? parsed.data.row : null;
}

function damagedRow(info: StreamInfo, error: MagiError): RunSummary {
  return {
    id: info.stream,
    startedAt: info.at,
    candidate: null,
    protocol: '?',
    verdict: null,
    outcome: null,
    reason: error.code.toLowerCase().replace(/^magi_/, ''),
    entries: info.version,
    state: 'unreadable',
  };
}
