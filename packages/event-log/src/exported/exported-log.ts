import { type EventLog, MagiError } from '@magi/contracts';
import type { MaintainedLog } from '../maintained-log.ts';
import { readsOf } from '../memory-log.ts';
import { createMemoryStreams } from '../memory-streams.ts';
import { readOnlyHalf } from '../read-only-half.ts';
import { ARCHIVE_STREAM, toArchiveEvent } from '../retention/archive.ts';
import { verifiedBlob } from '../sha256.ts';
import type { LogProblem } from '../verify/log-problem.ts';
import { readFileLines } from './file-lines.ts';
import { type ScannedExport, scanExport } from './scan-export.ts';

/** A log that was read from a file, with what was found wrong with the file. */
export interface ExportedLog extends MaintainedLog {
  /** Problems of one run in the file; empty when it is whole. */
  damageOf(run: string): readonly LogProblem[];
}

/**
 * Opens an exported log (`.magi.jsonl`, also packed by gzip) for reading.
 *
 * A damaged file gives everything in front of the damage; `damageOf` names it.
 *
 * @throws `MAGI_LOG_MISSING`; `MAGI_LOG_CORRUPT` when there is not one entry in the file
 */
export async function openExportedLog(file: string): Promise<ExportedLog> {
  const scanned = scanExport(await readFileLines(file));
  if (scanned.runs.size === 0) throw notAnExport(file, scanned.problems[0]);
  return overScan(file, scanned);
}

/** Whether a log knows of damage that its reading half does not show. */
export function isExportedLog(log: EventLog): log is ExportedLog {
  return 'damageOf' in log;
}

function overScan(file: string, scanned: ScannedExport): ExportedLog {
  const { blobs } = scanned;
  const streams = createMemoryStreams();
  const problems = new Map<string, readonly LogProblem[]>();
  for (const [run, { events, problems: ofRun }] of scanned.runs) {
    streams.adopt(events);
    problems.set(run, [...scanned.problems, ...ofRun]);
  }
  for (const { sha256, at, reason } of scanned.purges) {
    const record = { v: 1, kind: 'blob', at, sha256, reason } as const;
    streams.append(ARCHIVE_STREAM, [toArchiveEvent(record)]);
  }
  return {
    ...readOnlyHalf(file),
    ...readsOf(streams),
    damageOf: (run) => problems.get(run) ?? scanned.problems,
    getSnapshot: async () => null,
    async getBlob(digest) {
      const base64 = blobs.get(digest);
      return base64 === undefined ? null : verifiedBlob(digest, Buffer.from(base64, 'base64'));
    },
    async *listBlobs() {
      for (const [digest, base64] of [...blobs].sort(([a], [b]) => (a < b ? -1 : 1))) {
        yield { sha256: digest, bytes: Buffer.byteLength(base64, 'base64'), at: '' };
      }
    },
    holder: async () => null,
    close: async () => undefined,
  };
}

function notAnExport(file: string, first: LogProblem | undefined): MagiError {
  const why = first?.message ?? 'it is empty';
  return new MagiError('MAGI_LOG_CORRUPT', `${file} is not an exported log: ${why}`, {
    exitCode: 5,
    hint: '`magi export RUN -o run.magi.jsonl` writes one.',
  });
}
