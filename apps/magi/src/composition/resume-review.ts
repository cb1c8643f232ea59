import { endLeftovers, runMark } from '@magi/agents';
import { MagiError, RunInput } from '@magi/contracts';
import { resumeRun } from '@magi/engine';
import { replay } from '@magi/engine/replay';
import { openEmbeddedLog, readEntries } from '@magi/event-log';
import type { CommandContext } from '../command-context.ts';
import { findRun } from './find-run.ts';
import { finishReview } from './finish-review.ts';
import { lockLoop } from './lock-loop.ts';
import { loopEffectsOf } from './loop-effects.ts';
import { readRun } from './read-run.ts';
import { requireReview } from './require-review.ts';
import { createReviewHost } from './review-host.ts';
import { settingsOf } from './run-settings.ts';
import { type Presentation, showResult } from './show-result.ts';
import { type LivingRun, portsOf } from './start-review.ts';
import { findWorkspace, requireRepository } from './workspace.ts';

/**
 * Goes on with a run that was cut off and shows its result; of a finished run, shows the result and
 * appends nothing.
 *
 * @throws `MAGI_RUN_READ_ONLY` for an exported file of an unfinished run
 */
export async function resumeReview(
  context: CommandContext,
  reference: string,
  presentation: Presentation,
): Promise<void> {
  const found = await findRun(context, reference);
  try {
    const { view, pending } = replay(await readRun(found.log, found.run));
    requireReview(found.run, view.context);
    if (view.terminal !== null && pending.length === 0) {
      const { repository } = await findWorkspace(context);
      await showResult(context, { view, log: found.log, repository }, presentation);
      return;
    }
  } finally {
    await found.close();
  }
  await finishReview(context, await wakeRun(context, reference), presentation);
}

/**
 * Brings a recorded run back to life with the settings it was started with.
 *
 * A loop takes the lock of its candidate again first. Programs that a killed process left running
 * are ended before anything is started again.
 */
export async function wakeRun(context: CommandContext, reference: string): Promise<LivingRun> {
  const repository = requireRepository(await findWorkspace(context));
  const found = await findRun(context, reference);
  await found.close();
  const { run, dir } = found;
  if (dir === null) throw readOnly(reference);
  const log = await openEmbeddedLog({ dir });
  const input = await inputOf(log, run);
  const settings = settingsOf(input);
  const { workerUrl } = context;
  const env = { ...context.env, [runMark]: run };
  const { place } = settings;
  const lock = place === undefined ? null : await lockLoop(repository, run, place);
  const host = createReviewHost({
    repository,
    protocol: input.protocol,
    settings,
    stateDir: dir,
    workerUrl,
    env,
    first: null,
    more: loopEffectsOf({ repository, input, settings, env }),
  });
  try {
    const takenOver = async (): Promise<void> => void (await endLeftovers(run));
    const handle = await resumeRun({ ...portsOf(log, host), run, takenOver });
    return { handle, log, host, repository, settings, ...(lock !== null && { lock }) };
  } catch (error) {
    await host.close();
    await lock?.release();
    throw error;
  }
}

async function inputOf(log: Parameters<typeof readEntries>[0], run: string): Promise<RunInput> {
  for await (const { entry } of readEntries(log, run, { to: 0 })) {
    if (entry.in?.type !== 'init') break;
    const parsed = RunInput.safeParse(entry.in.input);
    if (parsed.success) return parsed.data;
    requireReview(run, { input: entry.in.input as RunInput });
  }
  throw new MagiError('MAGI_LOG_CORRUPT', `Run ${run} does not begin with its input.`, {
    hint: `magi verify ${run} names the damage.`,
    exitCode: 5,
  });
}

function readOnly(reference: string): MagiError {
  return new MagiError('MAGI_RUN_READ_ONLY', `${reference} can be read but not gone on with.`, {
    hint: `Take it in first: magi import ${reference}`,
    exitCode: 2,
  });
}
