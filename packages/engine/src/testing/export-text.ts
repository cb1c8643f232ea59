import type { EventLog } from '@magi/contracts';
import { exportRun } from '@magi/event-log';

/** A run as the text of an exported file, for tests that hand a file to a command. */
export async function exportText(log: EventLog, run: string): Promise<string> {
  let text = '';
  for await (const line of exportRun(log, run)) text += line;
  return text;
}
