import type { EventLog, StreamInfo } from '@magi/contracts';

/** What a log says about one run; null when it holds none of that name. */
export async function runInfo(log: EventLog, run: string): Promise<StreamInfo | null> {
  // Of all names that begin with it, the name itself comes first.
  for await (const info of log.listStreams({ prefix: run, limit: 1 })) {
    if (info.stream === run) return info;
  }
  return null;
}

/** Every run in a log, in byte order; streams that the log keeps for itself are left out. */
export async function* listRuns(log: EventLog): AsyncGenerator<StreamInfo> {
  for await (const info of log.listStreams()) {
    if (!info.stream.startsWith('$')) yield info;
  }
}
