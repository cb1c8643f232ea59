import { type EventLog, fail, type NewEvent, ok, type Result } from '@magi/contracts';
import { VersionConflict } from '../log-errors.ts';
import { checkRunName } from '../new-event.ts';
import { renamedEvents } from '../rename-run.ts';
import { recordRemoval } from '../retention/archive.ts';
import { sha256 } from '../sha256.ts';
import { type LogProblem, problem } from '../verify/log-problem.ts';
import type { ExportedLine } from './file-lines.ts';
import { type ScannedExport, scanExport } from './scan-export.ts';

export type ImportFailure =
  | { readonly kind: 'empty' }
  | { readonly kind: 'several-runs'; readonly runs: readonly string[] }
  | { readonly kind: 'damaged'; readonly problems: readonly LogProblem[] }
  | { readonly kind: 'exists'; readonly run: string };

export interface ImportedRun {
  readonly run: string;
  readonly version: number;
  readonly hash: string;
}

/**
 * Brings an exported run into a log: same bytes, same ids, same hashes.
 *
 * Nothing is stored of a file that is damaged in any way, but for a torn last line that `repairTail`
 * allows to leave out. With `as` the run gets another name; as its bodies name it, ids and hashes
 * are new ones then.
 *
 * @param lines with or without their line breaks
 */
export async function importRun(
  log: EventLog,
  lines: AsyncIterable<string> | Iterable<string>,
  options: { readonly as?: string; readonly repairTail?: boolean } = {},
): Promise<Result<ImportedRun, ImportFailure>> {
  const scanned = scanExport(await linesOf(lines));
  const [only, ...others] = scanned.runs;
  if (only === undefined && scanned.problems.length === 0) return fail({ kind: 'empty' });
  if (others.length > 0) return fail({ kind: 'several-runs', runs: [...scanned.runs.keys()] });
  const problems = [...scanned.problems, ...(only?.[1].problems ?? []), ...damagedBlobs(scanned)];
  const isDamaged = problems.some(
    ({ severity }) => severity === 'error' || (severity === 'repairable' && !options.repairTail),
  );
  if (only === undefined || isDamaged) return fail({ kind: 'damaged', problems });
  const [run, { events }] = only;
  return options.as === undefined || options.as === run
    ? store(log, run, events, scanned)
    : store(log, options.as, renamedEvents(events, options.as), scanned);
}

async function store(
  log: EventLog,
  run: string,
  events: readonly NewEvent[],
  scanned: ScannedExport,
): Promise<Result<ImportedRun, ImportFailure>> {
  checkRunName(run);
  // Bytes come first: an entry must never stand in a log before what it refers to.
  for (const base64 of scanned.blobs.values()) await log.putBlob(Buffer.from(base64, 'base64'));
  try {
    const head = await log.append(run, events, 0);
    for (const purge of scanned.purges) await recordRemoval(log, { v: 1, ...purge, kind: 'blob' });
    return ok({ run, ...head });
  } catch (error) {
    if (error instanceof VersionConflict) return fail({ kind: 'exists', run });
    throw error;
  }
}

async function linesOf(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<readonly ExportedLine[]> {
  const all: ExportedLine[] = [];
  for await (const line of lines) {
    const text = line.replace(/\r?\n$/, '');
    if (text !== '') all.push({ text, isComplete: text !== line });
  }
  // Only the last line can be the end of an interrupted write, however the lines were split.
  return all.map((line, index) => (index < all.length - 1 ? { ...line, isComplete: true } : line));
}

function damagedBlobs({ blobs }: ScannedExport): readonly LogProblem[] {
  return [...blobs]
    .filter(([digest, base64]) => sha256(Buffer.from(base64, 'base64')) !== digest)
    .map(([digest]) => problem('blob-corrupt', null, `blob ${digest} has other bytes`));
}
