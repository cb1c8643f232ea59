import { MagiError } from '@magi/contracts';
import type { RunContext } from '@magi/engine';

/**
 * Refuses a training where a review or a loop is needed: it has no rounds, findings or verdict.
 *
 * @throws `MAGI_RUN_TRAINING`, exit 2
 */
export function requireReview(run: string, { input }: Pick<RunContext, 'input'>): void {
  if ('mode' in input && (input.mode === 'review' || input.mode === 'loop')) return;
  throw new MagiError('MAGI_RUN_TRAINING', `Run ${run} is a training, not a review.`, {
    hint: 'magi runs lists both; magi train --report shows what trainings rest on.',
    exitCode: 2,
  });
}
