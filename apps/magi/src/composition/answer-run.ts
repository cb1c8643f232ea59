import { MagiError } from '@magi/contracts';
import type { CommandContext } from '../command-context.ts';
import { personHere, questionText } from './ask-person.ts';
import { finishReview } from './finish-review.ts';
import { wakeRun } from './resume-review.ts';

/**
 * Answers the open question of a parked run and goes on with it.
 *
 * Without an option the question is shown and nothing happens.
 *
 * @throws `MAGI_NO_QUESTION`, exit 2; `MAGI_DECISION_INVALID` for an option that is none
 */
export async function answerRun(
  context: CommandContext,
  reference: string,
  flags: {
    readonly option?: string;
    readonly answer?: string;
    readonly by?: string;
    readonly json?: true;
  },
): Promise<void> {
  const living = await wakeRun(context, reference);
  const { handle, log, host, lock } = living;
  const letGo = async (): Promise<void> => {
    await handle.interrupt();
    await host.close();
    await log.close();
    await lock?.release();
  };
  const { question } = handle.view();
  try {
    if (question === null) throw noQuestion(handle.run);
    if (flags.option === undefined) {
      context.terminal.out(questionText(handle.run, question));
      context.setExitCode(3);
      await letGo();
      return;
    }
    const by = flags.by ?? personHere();
    const { option, answer } = flags;
    const answered = answer === undefined ? {} : { answer };
    await handle.send(
      { type: 'decision.made', question: question.id, option, by, ...answered },
      by,
    );
  } catch (error) {
    await letGo();
    throw error;
  }
  await finishReview(context, living, {
    targets: [],
    isJson: flags.json ?? false,
    failOn: 'gating',
    artifacts: null,
  });
}

function noQuestion(run: string): MagiError {
  return new MagiError('MAGI_NO_QUESTION', `Run ${run} asks nothing at the moment.`, {
    hint: `magi status ${run} says where it stands.`,
    exitCode: 2,
  });
}
