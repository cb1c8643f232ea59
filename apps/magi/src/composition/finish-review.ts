import type { RunView } from '@magi/engine';
import type { CommandContext } from '../command-context.ts';
import { askPerson, questionText } from './ask-person.ts';
import { followRun } from './follow-run.ts';
import { keepSummary } from './run-summary.ts';
import { type Presentation, showResult } from './show-result.ts';
import type { LivingRun } from './start-review.ts';

/**
 * Follows a run to its rest, prints what came of it and sets the exit code.
 *
 * Where a person sits at the terminal, a question is put to them and the run goes on with the
 * answer; else it parks.
 *
 * @returns what the run came to; null when a signal stopped it
 */
export async function finishReview(
  context: CommandContext,
  living: LivingRun,
  presentation: Presentation,
): Promise<RunView | null> {
  const { handle, log, host, repository, lock } = living;
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
      return null;
    }
    const { state, view } = followed.end;
    await keepSummary(log, view);
    await showResult(context, { view, log, repository }, presentation);
    if (state === 'parked' && view.question !== null) {
      context.terminal.err(questionText(handle.run, view.question));
    }
    return view;
  } finally {
    await host.close();
    await log.close();
    await lock?.release();
  }
}
