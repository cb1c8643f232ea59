import { resolve } from 'node:path';
import type { Repository } from '@magi/change';
import type { EventLog } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import type { CommandContext } from '../command-context.ts';
import { exitCodeOf, type FailOn } from '../exit-codes.ts';
import { artifactPlace } from './artifact-place.ts';
import { printReview, reportTargets } from './print-review.ts';
import { allowedFolder } from './project-spec.ts';
import type { ReportTarget } from './report-target.ts';
import { reviewOutput } from './review-output.ts';
import { pinnedSettings } from './run-settings.ts';
import { runTimes } from './run-times.ts';

/** How the result of a run is to be shown. */
export interface Presentation {
  readonly targets: readonly ReportTarget[];
  readonly isJson: boolean;
  readonly failOn: FailOn;
  /** Folder for the files of the protocol, or null. */
  readonly artifacts: string | null;
}

/** A run at rest. */
export interface RestingRun {
  readonly view: RunView;
  readonly log: EventLog;
  /** Null where the run is only known from its log. */
  readonly repository: Repository | null;
}

/** Prints and writes what came of a run and sets the exit code. */
export async function showResult(
  context: CommandContext,
  { view, log, repository }: RestingRun,
  { targets, isJson, failOn, artifacts }: Presentation,
): Promise<void> {
  const review = reviewOutput({
    run: view.run,
    context: view.context,
    state: String(view.value.run ?? 'unknown'),
    ...(await runTimes(log, view.run)),
  });
  const folder = artifactsFolder(context, { view, log, repository }, artifacts);
  if (folder !== null) {
    const { writeArtifacts } = await import('./write-artifacts.ts');
    await writeArtifacts(view, folder, await artifactPlace({ view, log, repository }));
  }
  await printReview(context, review, reportTargets(targets, isJson), {
    context: view.context,
    repository,
  });
  context.setExitCode(exitCodeOf(review, { failOn, mode: view.context.input.mode }));
}

/** The folder that the user names, or else the one that the project named when the run began. */
function artifactsFolder(
  { cwd }: CommandContext,
  { view, repository }: RestingRun,
  named: string | null,
): string | null {
  if (named !== null) return resolve(cwd, named);
  const folder = pinnedSettings(view.context.input)?.artifacts;
  return folder === undefined || repository === null
    ? null
    : allowedFolder(folder, repository.root);
}
