import { MagiError, Review } from '@magi/contracts';
import { listRuns, type MaintainedLog, readEntries } from '@magi/event-log';

/**
 * Makes the unusable answers of agents young again as long as their run is there: only digests in
 * reviews name them, which the collector of payloads does not read.
 */
export async function refreshRawAnswers(log: MaintainedLog): Promise<void> {
  for await (const { stream } of listRuns(log)) {
    for (const digest of await rawAnswersOf(log, stream)) {
      const bytes = await log.getBlob(digest).catch(() => null);
      if (bytes !== null) await log.putBlob(bytes);
    }
  }
}

async function rawAnswersOf(log: MaintainedLog, run: string): Promise<readonly string[]> {
  const digests: string[] = [];
  try {
    for await (const { entry } of readEntries(log, run)) {
      if (entry.in?.type !== 'done') continue;
      const review = Review.safeParse(entry.in.output);
      if (review.success && review.data.rawAnswer !== undefined)
        digests.push(review.data.rawAnswer);
    }
  } catch (error) {
    // A damaged run cannot stand in the way of cleaning up; its answers before the damage stay.
    if (!(error instanceof MagiError)) throw error;
  }
  return digests;
}
