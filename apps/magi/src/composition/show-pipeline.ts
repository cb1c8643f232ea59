import { sanitiseLine } from '@magi/contracts';
import { type PipelineSpec, pipelineLines, stoppingCriteria, verdictTree } from '@magi/protocols';
import type { CommandContext } from '../command-context.ts';
import { watchTimeLimits } from '../live/time-limits.ts';
import { systemClock } from './clock.ts';
import { finishReview } from './finish-review.ts';
import type { Presentation } from './show-result.ts';
import type { LivingRun } from './start-review.ts';

/**
 * Follows a pipeline to its end and shows what its specification asks for: beforehand when it will
 * stop and what was clamped, warnings before a time is up, afterwards its course and the verdicts.
 */
export async function showPipeline(
  context: CommandContext,
  {
    spec,
    living,
    presentation,
  }: {
    readonly spec: PipelineSpec;
    readonly living: LivingRun;
    readonly presentation: Presentation;
  },
): Promise<void> {
  const say = (lines: readonly string[]): void => {
    for (const line of lines) context.terminal.err(`${sanitiseLine(line)}\n`);
  };
  say(spec.notes.map((note) => `warning: ${note}`));
  say(stoppingCriteria(spec));
  const { protocol } = spec;
  const nodeMs = protocol.panel.timeoutMs;
  const end = watchTimeLimits(
    living.handle,
    { nodeMs, runMs: protocol.budget.wallClockMs ?? nodeMs },
    { clock: systemClock, warn: (message) => say([`warning: ${message}`]) },
  );
  const view = await finishReview(context, living, presentation).finally(end);
  if (view === null) return;
  say(view.history.flatMap((record) => ['', ...verdictTree(spec, record)]));
  say(['', ...pipelineLines(spec, view)]);
}
