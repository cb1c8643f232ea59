import type { EventLog, StreamInfo } from '@magi/contracts';

/** Every run in a log, in byte order; streams that the log keeps for itself are left out. */
export async function* listRuns(log: EventLog): AsyncGenerator<StreamInfo> {
  for await (const info of log.listStreams()) {
    if (!info.stream.startsWith('$')) yield info;
  }
}
