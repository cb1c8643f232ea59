import {
  type AgentAnswer,
  askCached,
  type BreakerRegistry,
  createRedactor,
  type FileGroup,
  profileLimits,
  type RunBudget,
  type SandboxPolicy,
  splitChange,
} from '@magi/agents';
import type {
  AgentProfile,
  ChangedFile,
  Review,
  ScanContext,
  ScanInput,
  Scanner,
  ScannerSpec,
} from '@magi/contracts';
import { changeText } from './change-text.ts';
import type { GroupAnswer } from './group-answer.ts';
import { relatedContext } from './related-context.ts';
import { type ReviewAnswer, reviewAnswer } from './review-answer.ts';
import { reviewOfAnswers } from './review-of-answers.ts';
import { reviewPrompt } from './review-prompt.ts';
import { type ReviewedFolder, reviewedFolder } from './reviewed-folder.ts';

export interface AgentScannerOptions {
  readonly profile: AgentProfile;
  /** What the persona is there for; its checks stand in the spec. */
  readonly mandate: string;
  readonly budget: RunBudget;
  readonly breaker: BreakerRegistry;
  readonly sandbox: SandboxPolicy;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks again although the same question was answered before. */
  readonly fresh?: boolean;
  /** How often each question is asked; default once. */
  readonly samples?: number;
  /** Digest of whatever else the agent must not change, for example the user's checkout. */
  readonly integrity?: () => Promise<string>;
  /** Keeps answers that could not be used, redacted, and returns their SHA-256. */
  readonly keepRawAnswer?: (answer: Uint8Array) => Promise<string>;
  /** Most tokens of change text in one call; default 24,000. */
  readonly maxTokensPerCall?: number;
  /** Most files in one call; default 20. */
  readonly maxFilesPerCall?: number;
}

/** Tokens for unchanged code beside the change. */
const relatedTokens = 4000;

/**
 * A reviewer made of a persona and an agent: it asks for the checks and findings of the spec and
 * returns a review whose every number was recomputed.
 *
 * A large change is split into groups of files; the coverage says which of them were answered. The
 * agent works in a folder of its own with the head side; a write there voids the review. Quotes are
 * left to `anchorReview`.
 */
export function createAgentScanner(spec: ScannerSpec, options: AgentScannerOptions): Scanner {
  return { spec, scan: (input, context) => scan(input, context, options) };
}

async function scan(
  input: ScanInput,
  context: ScanContext,
  options: AgentScannerOptions,
): Promise<Review> {
  const { snapshot } = context;
  const redact = createRedactor(options.env);
  const meter = options.budget.meterOf(input.scanner.id, profileLimits(options.profile));
  try {
    const groups = await groupsOf(input, context, options);
    // A model without tools needs no folder to look around in.
    const folder =
      options.profile.kind === 'api' || groups.length === 0
        ? null
        : await reviewedFolder(snapshot, redact);
    const before = await digestOf(folder, options);
    const answers = await askAll(groups, { input, context, options, folder, meter });
    const review = await reviewOfAnswers(input, answers, {
      snapshot,
      head: new Set(await snapshot.list('head')),
      base: new Set(await snapshot.list('base')),
      root: folder?.path ?? null,
      redact,
    });
    if (before !== (await digestOf(folder, options))) return tampered(review);
    return { ...review, ...(await rawAnswerOf(answers, options)) };
  } finally {
    meter.close();
  }
}

async function groupsOf(
  input: ScanInput,
  { snapshot }: ScanContext,
  options: AgentScannerOptions,
): Promise<readonly FileGroup[]> {
  const files = input.candidate.files.filter(({ excluded }) => excluded === undefined);
  const texts = await Promise.all(
    files.map(async (file) => ({ file: file.path, text: await changeText(file, snapshot) })),
  );
  return splitChange(texts, {
    maxTokens: options.maxTokensPerCall ?? 24_000,
    maxFiles: options.maxFilesPerCall ?? 20,
  });
}

interface Asking {
  readonly input: ScanInput;
  readonly context: ScanContext;
  readonly options: AgentScannerOptions;
  readonly folder: ReviewedFolder | null;
  readonly meter: ReturnType<RunBudget['meterOf']>;
}

async function askAll(
  groups: readonly FileGroup[],
  asking: Asking,
): Promise<readonly GroupAnswer[]> {
  const overview = overviewOf(asking.input.candidate.files);
  const samples = Array.from({ length: asking.options.samples ?? 1 }, (_, index) => index + 1);
  const questions = samples.flatMap((sample) => groups.map((group) => ({ group, sample })));
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

async function digestOf(
  folder: ReviewedFolder | null,
  { integrity }: AgentScannerOptions,
): Promise<string> {
  return `${(await folder?.digest()) ?? ''}:${(await integrity?.()) ?? ''}`;
}

function tampered(review: Review): Review {
  const reason = 'tampered: the reviewer changed what it was given to review; its answers are void';
  return {
    ...review,
    status: 'failed',
    reason,
    assertions: [],
    findings: [],
    coverage: review.coverage.map((row) =>
      row.state === 'excluded' ? row : { file: row.file, state: 'unseen', reason },
    ),
    faults: [...(review.faults ?? []), reason],
  };
}

async function rawAnswerOf(
  answers: readonly GroupAnswer[],
  { keepRawAnswer }: AgentScannerOptions,
): Promise<Pick<Review, 'rawAnswer'>> {
  const raw = answers.flatMap(({ answer }) =>
    answer.status !== 'ok' && answer.rawAnswer ? [answer.rawAnswer] : [],
  );
  if (!keepRawAnswer || raw.length === 0) return {};
  return { rawAnswer: await keepRawAnswer(Buffer.concat(raw)) };
}
