import { setMaxListeners } from 'node:events';
import { type AgentAnswer, askCached, type FileGroup, type RunBudget } from '@magi/agents';
import type { ChangedFile, ScanContext, ScanInput } from '@magi/contracts';
import type { AgentScannerOptions } from './agent-scanner-options.ts';
import type { GroupAnswer } from './group-answer.ts';
import { relatedContext } from './related-context.ts';
import { type ReviewAnswer, reviewAnswer } from './review-answer.ts';
import { reviewPrompt } from './review-prompt.ts';
import type { ReviewedFolder } from './reviewed-folder.ts';

/** Tokens for unchanged code beside the change. */
const relatedTokens = 4000;

/** Everything that the questions of one scan have in common. */
export interface Asking {
  readonly input: ScanInput;
  readonly context: ScanContext;
  readonly options: AgentScannerOptions;
  readonly folder: ReviewedFolder | null;
  readonly meter: ReturnType<RunBudget['meterOf']>;
}

/** Asks every group, as often as there are samples; the breaker decides how many at a time. */
export async function askAll(
  groups: readonly FileGroup[],
  asking: Asking,
): Promise<readonly GroupAnswer[]> {
  const overview = overviewOf(asking.input.candidate.files);
  const samples = Array.from({ length: asking.options.samples ?? 1 }, (_, index) => index + 1);
  const questions = samples.flatMap((sample) => groups.map((group) => ({ group, sample })));
  // Every question listens for the end of the scan; Node would take more than ten for a leak.
  setMaxListeners(0, asking.context.signal);
  return Promise.all(
    questions.map(async ({ group, sample }, index) => {
      const answer = await askOne(group, sample, overview, asking);
      asking.context.progress(`${index + 1} of ${questions.length}: ${answer.status}`);
      return { group, sample, answer };
    }),
  );
}

async function askOne(
  group: FileGroup,
  sample: number,
  overview: string,
  { input, context, options, folder, meter }: Asking,
): Promise<AgentAnswer<ReviewAnswer>> {
  const files = [...new Set(group.parts.map(({ file }) => file))];
  const related = await relatedContext(files, context.snapshot, relatedTokens);
  return askCached<ReviewAnswer>(
    {
      profile: options.profile,
      role: 'reviewer',
      prompt: reviewPrompt({ input, mandate: options.mandate, group, related, overview }),
      schema: reviewAnswer(input.scanner.checks.map(({ id }) => id)),
      cwd: folder?.path ?? '',
      limits: {
        timeoutMs: Math.min(input.scanner.timeoutMs, options.profile.timeoutMs ?? Infinity),
      },
      budget: meter,
      breaker: options.breaker,
      sandbox: options.sandbox,
      signal: context.signal,
      env: options.env,
    },
    { dir: context.cacheDir, fresh: options.fresh ?? false, sample },
  );
}

function overviewOf(files: readonly ChangedFile[]): string {
  return files
    .map(
      ({ path, status, excluded }) =>
        `${status} ${path}${excluded ? ` (not under review: ${excluded})` : ''}`,
    )
    .join('\n');
}
