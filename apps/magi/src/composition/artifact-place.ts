import { readBranches } from '@magi/change';
import { readEntries } from '@magi/event-log';
import type { ArtifactPlace } from '@magi/protocols';
import { pinnedSettings } from './run-settings.ts';
import { runTimes } from './run-times.ts';
import type { RestingRun } from './show-result.ts';

/** What the files of a protocol say of where and when a run went on. */
export async function artifactPlace({ view, log, repository }: RestingRun): Promise<ArtifactPlace> {
  const { startedAtMs, lastEntryAtMs } = await runTimes(log, view.run);
  const place = pinnedSettings(view.context.input)?.place;
  const branch = place?.branch ?? (repository && (await readBranches(repository)).current);
  return {
    repository: place?.remote?.url ?? repository?.root ?? 'unknown',
    commonDir: repository?.commonDir ?? 'unknown',
    branch: branch ?? null,
    startedAt: new Date(startedAtMs).toISOString(),
    updatedAt: new Date(lastEntryAtMs).toISOString(),
    ...(place?.remote !== undefined && { remote: place.remote }),
    wasResumed: await wasResumed({ view, log }),
  };
}

async function wasResumed({ view, log }: Pick<RestingRun, 'view' | 'log'>): Promise<boolean> {
  for await (const { entry } of readEntries(log, view.run)) {
    if (entry.note?.type === 'resumed') return true;
  }
  return false;
}
