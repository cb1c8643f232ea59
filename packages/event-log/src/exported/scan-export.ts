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
  readonly extra: LogProblem[];
}

/** Reads the lines of an export: every run is checked, and kept up to its first damage. */
export function scanExport(lines: Iterable<ExportedLine>): ScannedExport {
  const runs = new Map<string, OpenRun>();
  const blobs = new Map<string, string>();
  const purges: { sha256: string; at: string; reason: string }[] = [];
  const problems: LogProblem[] = [];
  let current: OpenRun | undefined;
  let number = 0;
  for (const given of lines) {
    number += 1;
    const line = readLine(given);
    const isPastEntries = blobs.size + purges.length > 0;
    switch (line.kind) {
      case 'blob':
        blobs.set(line.sha256, line.base64);
        break;
      case 'purge':
        purges.push({ sha256: line.sha256, at: line.at, reason: line.reason });
        break;
      case 'event':
        current = runs.get(line.event.stream) ?? openRun(runs, line.event.stream);
        current.inspector.next(line.event);
        current.events.push(line.event);
        break;
      case 'broken': {
        const message = `line ${number} cannot be read: ${line.reason}`;
        const seq = isPastEntries ? null : (current?.inspector.nextSeq() ?? null);
        if (!given.isComplete) (current?.extra ?? problems).push(tornTail(number, seq));
        else if (current && !isPastEntries) current.inspector.nextIsUnreadable(message);
        else (current?.extra ?? problems).push(problem('unreadable', seq, message));
      }
    }
  }
  return {
    runs: new Map([...runs].map(([run, open]) => [run, toScannedRun(open)])),
    blobs,
    purges,
    problems,
  };
}

function openRun(runs: Map<string, OpenRun>, run: string): OpenRun {
  const open: OpenRun = { events: [], inspector: inspectChain(), extra: [] };
  runs.set(run, open);
  return open;
}

function toScannedRun({ events, inspector, extra }: OpenRun): ScannedRun {
  return {
    events: events.slice(0, inspector.soundCount()),
    problems: [...inspector.problems(), ...extra],
  };
}

function tornTail(line: number, seq: number | null): LogProblem {
  return problem('torn-tail', seq, `line ${line}, the last one, ends in the middle`);
}

function readLine(given: ExportedLine): ExportLine {
  return 'fault' in given ? { kind: 'broken', reason: given.fault } : parseExportLine(given.text);
}
