import { hostname } from 'node:os';
import { runMark } from '@magi/agents';
import type { HeldLock, Repository } from '@magi/change';
import { type RunHandle, startRun } from '@magi/engine';
import type { MaintainedLog } from '@magi/event-log';
import type { CommandContext } from '../command-context.ts';
import { systemClock } from './clock.ts';
import { lockLoop } from './lock-loop.ts';
import { loopEffectsOf } from './loop-effects.ts';
import { planRun, type ReviewStart, type RunPlan } from './plan-run.ts';
import { createReviewHost, type ReviewHost } from './review-host.ts';
import { createRunId } from './run-id.ts';
import type { RunSettings } from './run-settings.ts';
import { openStateLog, refuseLinkedState } from './state-log.ts';
import { unfinishedLoop, unfinishedText } from './unfinished-loop.ts';

/** A run that goes on, and what has to be let go of when it rests. */
export interface LivingRun {
  readonly handle: RunHandle;
  readonly log: MaintainedLog;
  readonly host: ReviewHost;
  readonly repository: Repository;
  readonly settings: RunSettings;
  /** The right to work on the candidate, of a loop. */
  readonly lock?: HeldLock;
}

/**
 * Starts a review. Candidate, configuration and panel are looked at before, so that a mistake of the
 * user ends the command and leaves no run behind. A loop takes the lock of its candidate first.
 */
export async function startReview(context: CommandContext, start: ReviewStart): Promise<LivingRun> {
  const warn = (message: string): void => context.terminal.err(`warning: ${message}\n`);
  await refuseLinkedState(start.folders);
  const plan = await planRun(context, start, warn);
  const run = createRunId(Date.now());
  const { place } = plan.settings;
  const lock = place === undefined ? undefined : await lockLoop(start.repository, run, place);
  try {
    const living = await begin(context, start, { ...plan, run, warn });
    return lock === undefined ? living : { ...living, lock };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

interface Beginning extends RunPlan {
  readonly run: string;
  readonly warn: (message: string) => void;
}

async function begin(
  { env, workerUrl, version }: CommandContext,
  { repository, folders }: ReviewStart,
  { run, input, settings, first, warn }: Beginning,
): Promise<LivingRun> {
  const { log, dir } = await openStateLog(folders, warn);
  const { place } = settings;
  const left = place === undefined ? null : await unfinishedLoop(log, place.branch);
  if (left !== null) warn(unfinishedText(left));
  const { protocol } = input;
  const marked = { ...env, [runMark]: run };
  const host = createReviewHost({
    repository,
    protocol,
    settings,
    stateDir: dir,
    workerUrl,
    env: marked,
    first,
    more: loopEffectsOf({ repository, input, settings, env: marked }),
  });
  const handle = await startRun({ ...portsOf(log, host), run, input, magiVersion: version });
  return { handle, log, host, repository, settings };
}

/** What the engine is given of the outside, the same for new and resumed runs. */
export function portsOf(log: MaintainedLog, host: ReviewHost) {
  return {
    log,
    runner: host.runner,
    redact: host.redact,
    clock: systemClock,
    owner: { pid: process.pid, host: hostname() },
  };
}
