import { createRedactor, type FileGroup, profileLimits, splitChange } from '@magi/agents';
import type { Review, ScanContext, ScanInput, Scanner, ScannerSpec } from '@magi/contracts';
import type { AgentScannerOptions } from './agent-scanner-options.ts';
import { askAll } from './ask-groups.ts';
import { changeText } from './change-text.ts';
import type { GroupAnswer } from './group-answer.ts';
import { reviewOfAnswers } from './review-of-answers.ts';
import { type ReviewedFolder, reviewedFolder } from './reviewed-folder.ts';

export type { AgentScannerOptions } from './agent-scanner-options.ts';

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
