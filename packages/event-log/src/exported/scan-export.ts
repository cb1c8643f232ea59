import type { StoredEvent } from '@magi/contracts';
import { type ChainInspector, inspectChain } from '../verify/chain-inspector.ts';
import { type LogProblem, problem } from '../verify/log-problem.ts';
import { type ExportLine, parseExportLine } from './export-line.ts';
import type { ExportedLine } from './file-lines.ts';

/** What an exported log holds, up to its first damage, and what is wrong with it. */
export interface ScannedExport {
  readonly runs: ReadonlyMap<string, ScannedRun>;
  readonly blobs: ReadonlyMap<string, string>;
  readonly purges: readonly {
    readonly sha256: string;
    readonly at: string;
    readonly reason: string;
  }[];
  /** Problems of lines in front of the first entry. */
  readonly problems: readonly LogProblem[];
}

export interface ScannedRun {
  /** Events in front of the first damage. */
  readonly events: readonly Omit<StoredEvent, 'pos'>[];
  readonly problems: readonly LogProblem[];
}

interface OpenRun {
  readonly events: Omit<StoredEvent, 'pos'>[];
  readonly inspector: ChainInspector;
  /** Problems that belong to no entry. */
  readonly others: LogProblem[];
}

/** Reads the lines of an export: every run is checked, and kept up to its first damage. */
export function scanExport(lines: Iterable<ExportedLine>): ScannedExport {
  const runs = new Map<string, OpenRun>();
  const blobs = new Map<string, string>();
  const purges: ScannedExport['purges'][number][] = [];
  const problems: LogProblem[] = [];
  let current: OpenRun | undefined;
  let number = 0;
  for (const given of lines) {
    number += 1;
    const line = readLine(given);
    if (line.kind === 'event') {
      current = runs.get(line.event.stream) ?? openRun(runs, line.event.stream);
      current.inspector.next(line.event);
      current.events.push(line.event);
    } else if (line.kind === 'blob') {
      blobs.set(line.sha256, line.base64);
    } else if (line.kind === 'purge') {
      purges.push({ sha256: line.sha256, at: line.at, reason: line.reason });
    } else {
      const run = blobs.size + purges.length === 0 ? current : undefined;
      const seq = run?.inspector.nextSeq() ?? null;
      const found = brokenLine(number, seq, line.reason, given.isComplete);
      if (run && found.kind === 'unreadable') run.inspector.nextIsUnreadable(found.message);
      else (current?.others ?? problems).push(found);
    }
  }
  const scanned = [...runs].map(([run, open]) => [run, toScannedRun(open)] as const);
  return { runs: new Map(scanned), blobs, purges, problems };
}

function openRun(runs: Map<string, OpenRun>, run: string): OpenRun {
  const open: OpenRun = { events: [], inspector: inspectChain(), others: [] };
  runs.set(run, open);
  return open;
}

function toScannedRun({ events, inspector, others }: OpenRun): ScannedRun {
  return {
    events: events.slice(0, inspector.soundCount()),
    problems: [...inspector.problems(), ...others],
  };
}

/** A last line without its line break is an interrupted write; any other one is a damage. */
function brokenLine(
  line: number,
  seq: number | null,
  reason: string,
  isComplete: boolean,
): LogProblem {
  return isComplete
    ? problem('unreadable', seq, `line ${line} cannot be read: ${reason}`)
    : problem('torn-tail', seq, `line ${line}, the last one, ends in the middle`);
}

function readLine(given: ExportedLine): ExportLine {
  return 'fault' in given ? { kind: 'broken', reason: given.fault } : parseExportLine(given.text);
}
