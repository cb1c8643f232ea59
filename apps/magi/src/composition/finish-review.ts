import type { RunEnd } from '@magi/engine';
import type { CommandContext } from '../command-context.ts';
import { exitCodeOf, type FailOn } from '../exit-codes.ts';
import { askPerson, questionText } from './ask-person.ts';
import { followRun } from './follow-run.ts';
import { printReview, reportTargets } from './print-review.ts';
import type { ReportTarget } from './report-target.ts';
import { reviewOutput } from './review-output.ts';
import { keepSummary } from './run-summary.ts';
import { runTimes } from './run-times.ts';
import type { LivingRun } from './start-review.ts';
import { writeArtifacts } from './write-artifacts.ts';

/** How the result of a run is to be shown. */
export interface Presentation {
  readonly targets: readonly ReportTarget[];
  readonly isJson: boolean;
  readonly failOn: FailOn;
  /** Folder for the files of the protocol, or null. */
  readonly artifacts: string | null;
}

/**
 * Follows a run to its rest, prints what came of it and sets the exit code.
 *
 * Where a person sits at the terminal, a question is put to them and the run goes on with the
 * answer; else it parks.
 */
export async function finishReview(
  context: CommandContext,
  living: LivingRun,
  presentation: Presentation,
): Promise<void> {
  const { handle, log, host, lock } = living;
  try {
    let followed = await followRun(handle, { log, terminal: context.terminal, now: Date.now });
    while (followed.signalCode === null && followed.end.state === 'parked') {
      const answer = presentation.isJson ? null : await askPerson(followed.end.view.question);
      if (answer === null) break;
      await handle.send({ type: 'decision.made', ...answer }, answer.by);
      followed = await followRun(handle, { log, terminal: context.terminal, now: Date.now });
    }
    if (followed.signalCode !== null) {
      context.terminal.err(`Interrupted. Go on with: magi resume ${handle.run}\n`);
      context.setExitCode(followed.signalCode);
      return;
    }
    await present(context, living, followed.end, presentation);
  } finally {
    await host.close();
    await log.close();
    await lock?.release();
  }
}

async function present(
  context: CommandContext,
  { handle, log, repository }: LivingRun,
  { view, state }: RunEnd,
  { targets, isJson, failOn, artifacts }: Presentation,
): Promise<void> {
  const review = reviewOutput({
    run: handle.run,
    context: view.context,
    state: String(view.value.run ?? 'unknown'),
    ...(await runTimes(log, handle.run)),
  });
  await keepSummary(log, handle.run);
  if (artifacts !== null) await writeArtifacts(context, view, artifacts);
  await printReview(context, review, reportTargets(targets, isJson), {
    context: view.context,
    repository,
  });
  if (state === 'parked' && view.question !== null) {
    context.terminal.err(questionText(handle.run, view.question));
  }
  context.setExitCode(exitCodeOf(review, { failOn, mode: view.context.input.mode }));
}
