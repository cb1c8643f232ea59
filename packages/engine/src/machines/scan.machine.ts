import type {
  Candidate,
  Constraint,
  Cost,
  RecordedError,
  Review,
  ScanInput,
  ScannerSpec,
} from '@magi/contracts';
import { assign, setup } from 'xstate';
import { SELF } from '../host/actor-address.ts';
import { effect } from '../host/effect.ts';
import { addCost } from './cost-sum.ts';
import { failedReview } from './failed-review.ts';

/** What one member of the panel is asked in one round. */
export interface ScanTask {
  readonly round: number;
  readonly scanner: ScannerSpec;
  readonly candidate: Candidate;
  readonly constraints: readonly Constraint[];
}

interface ScanContext {
  readonly task: ScanTask;
  readonly attempt: number;
  readonly failure: RecordedError | null;
  /** What failed tries used up. */
  readonly spent: Cost | null;
  readonly review: Review | null;
}

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;

/**
 * One scanner looks at one candidate: it always ends with a review, if need be a failed one.
 *
 * ```
 *              done, in its own name
 *  ┌─▶ running ───────────────────────▶ completed
 *  │      │ ├─ error, tries left ──▶ retrying ─┐
 *  │      │ └─ error, no tries left ─▶ failed  │
 *  │      └─ after timeout ──────────▶ failed  │
 *  └──────────── after backoff ────────────────┘
 * ```
 *
 * A time-out is not tried again: it has cost all the time there was.
 */
export const scanMachine = setup({
  types: {} as { context: ScanContext; input: ScanTask; output: Review },
  actors: { scan: effect<ScanInput, Review>('scan') },
  delays: {
    timeout: ({ context }) => context.task.scanner.timeoutMs,
    backoff: ({ context }) =>
      Math.min(FIRST_BACKOFF_MS * 2 ** (context.attempt - 1), LONGEST_BACKOFF_MS),
  },
  guards: {
    speaksForItself: ({ context }, review: Review) => review.scanner === context.task.scanner.id,
    hasTriesLeft: ({ context }) => context.attempt <= context.task.scanner.retries,
  },
  actions: {
    keepReview: assign(({ context }, review: Review) => ({
      review: withCost(review, context.spent),
    })),
    noteFailure: assign(({ context }, error: RecordedError) => ({
      failure: error,
      spent: addCost(context.spent, error.cost),
    })),
    countTry: assign({ attempt: ({ context }) => context.attempt + 1 }),
    failByTimeout: assign({ review: ({ context }) => timedOut(context) }),
    failByError: assign({ review: ({ context }) => gaveUp(context) }),
  },
}).createMachine({
  id: 'scan',
  version: '1',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ task: input, attempt: 1, failure: null, spent: null, review: null }),
  initial: 'running',
  states: {
    running: {
      tags: ['busy'],
      invoke: {
        id: SELF,
        src: 'scan',
        input: ({ context }) => ({
          round: context.task.round,
          attempt: context.attempt,
          scanner: context.task.scanner,
          candidate: context.task.candidate,
          constraints: [...context.task.constraints],
        }),
        onDone: [
          {
            guard: { type: 'speaksForItself', params: ({ event }) => event.output },
            target: 'completed',
            actions: { type: 'keepReview', params: ({ event }) => event.output },
          },
          {
            target: 'failed',
            actions: [
              { type: 'noteFailure', params: ({ event }) => wrongName(event.output) },
              'failByError',
            ],
          },
        ],
        onError: [
          {
            guard: 'hasTriesLeft',
            target: 'retrying',
            actions: { type: 'noteFailure', params: ({ event }) => event.error as RecordedError },
          },
          {
            target: 'failed',
            actions: [
              { type: 'noteFailure', params: ({ event }) => event.error as RecordedError },
              'failByError',
            ],
          },
        ],
      },
      after: { timeout: { target: 'failed', actions: 'failByTimeout' } },
    },
    retrying: {
      tags: ['waiting'],
      after: { backoff: { target: 'running', actions: 'countTry' } },
    },
    completed: { type: 'final' },
    failed: { type: 'final' },
  },
  output: ({ context }) => context.review ?? gaveUp(context),
});

function withCost(review: Review, spent: Cost | null): Review {
  const cost = addCost(spent, review.cost);
  return cost === null ? review : { ...review, cost };
}

function timedOut(context: ScanContext): Review {
  const { scanner, candidate } = context.task;
  const reason = `gave no answer within its time-out of ${scanner.timeoutMs} ms`;
  return withCost(failedReview(scanner, candidate.head.tree, reason), context.spent);
}

function gaveUp(context: ScanContext): Review {
  const { scanner, candidate } = context.task;
  const { failure, attempt } = context;
  const tries = attempt === 1 ? '' : ` (${attempt} tries)`;
  const code = failure?.code === undefined ? '' : `${failure.code}: `;
  const reason = `${code}${failure?.message ?? 'no answer'}${tries}`;
  return withCost(failedReview(scanner, candidate.head.tree, reason), context.spent);
}

function wrongName(review: Review): RecordedError {
  return {
    name: 'InvalidOutput',
    code: 'INVALID_OUTPUT',
    message: `the answer names the scanner "${review.scanner}"`,
  };
}
