import type { Entry, EventLog, StoredEvent } from '@magi/contracts';
import { blobReferenceOf } from '../entries/blob-reference.ts';
import { eventTypeOf } from '../entries/event-type.ts';
import { payloadOf } from '../entries/payload.ts';
import { parseEntry } from '../entries/read-entries.ts';
import { isExportedLog } from '../exported/exported-log.ts';
import { runInfo } from '../list-runs.ts';
import { purgeOf } from '../retention/archive.ts';
import { inspectChain } from './chain-inspector.ts';
import { type LogProblem, problem } from './log-problem.ts';

/** Result of a check of one run; `ok` means that nothing was lost or changed. */
export interface Verification {
  readonly ok: boolean;
  /** Number of entries that are there. */
  readonly entries: number;
  /** In the order of the entries. */
  readonly problems: readonly LogProblem[];
}

/**
 * Checks a run against its hash chain, its schema, its head and the blobs that it refers to.
 *
 * Each damage is named once with the number of its entry, and the check goes on behind it. A cut-off
 * tail is seen where the store remembers the head; to prove more, compare the head with one that was
 * written down elsewhere.
 */
export async function verifyRun(log: EventLog, run: string): Promise<Verification> {
  const inspector = inspectChain();
  const found: LogProblem[] = [];
  let last: StoredEvent | null = null;
  let entries = 0;
  try {
    for await (const event of log.read(run)) {
      if (inspector.next(event)) found.push(...(await entryProblems(log, event)));
      last = event;
      entries += 1;
    }
  } catch (error) {
    inspector.nextIsUnreadable((error as Error).message);
  }
  found.push(...inspector.problems(), ...(await headProblems(log, run, last)));
  if (isExportedLog(log)) found.push(...log.damageOf(run));
  const problems = inOrder(found);
  return { ok: problems.every(({ severity }) => severity === 'warning'), entries, problems };
}

/** What is wrong with an entry that is as it was stored: its schema, its columns, its blob. */
async function entryProblems(log: EventLog, event: StoredEvent): Promise<LogProblem[]> {
  const seq = event.version - 1;
  let entry: Entry;
  try {
    entry = parseEntry(event);
  } catch (error) {
    return [problem('schema', seq, (error as Error).message)];
  }
  if (entry.at !== event.at || eventTypeOf(entry) !== event.type) {
    return [problem('altered', seq, `entry #${seq} is stored under another type or time`)];
  }
  return blobProblems(log, entry);
}

async function blobProblems(log: EventLog, entry: Entry): Promise<LogProblem[]> {
  const reference = blobReferenceOf(payloadOf(entry));
  if (reference === null) return [];
  const digest = reference.$blob;
  const of = `entry #${entry.seq}: blob ${digest}`;
  try {
    const bytes = await log.getBlob(digest);
    if (bytes?.length === reference.bytes) return [];
    if (bytes) return [problem('blob-corrupt', entry.seq, `${of} has another length`)];
  } catch (error) {
    return [problem('blob-corrupt', entry.seq, `${of}: ${(error as Error).message}`)];
  }
  const purge = await purgeOf(log, digest);
  if (purge === null) return [problem('blob-missing', entry.seq, `${of} is missing`)];
  return [problem('blob-purged', entry.seq, `${of} was purged on ${purge.at}: ${purge.reason}`)];
}

async function headProblems(
  log: EventLog,
  run: string,
  last: StoredEvent | null,
): Promise<LogProblem[]> {
  const head = await runInfo(log, run);
  if (head !== null) {
    if (head.version === last?.version && head.hash === last.hash) return [];
    const end = last === null ? 'holds no entry' : `ends at entry #${last.version - 1}`;
    const message = `the log ${end}, but its head is #${head.version - 1} with hash ${head.hash}`;
    return [problem('cut-off', last?.version ?? 0, message)];
  }
  return last === null
    ? [problem('cut-off', null, `the log holds no run ${run}`)]
    : [problem('cut-off', last.version - 1, 'the store has no head for this log')];
}

/** By number, each problem once: a damaged file is seen by its scan and by the check of the rest. */
function inOrder(problems: readonly LogProblem[]): readonly LogProblem[] {
  const unique = new Map(problems.map((one) => [`${one.kind}:${one.seq}:${one.message}`, one]));
  const place = (one: LogProblem) => one.seq ?? Number.POSITIVE_INFINITY;
  return [...unique.values()].sort((a, b) => Math.sign(place(a) - place(b)) || 0);
}
