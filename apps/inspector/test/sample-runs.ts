import type { ChangedFile, Review } from '@magi/contracts';
import {
  aCandidate,
  aChangedFile,
  aCompletedReview,
  aProtocol,
  aScanner,
  type ManualClock,
  type PlayedRun,
  playRun,
  quiet,
  type Script,
} from '@magi/engine/testing';

const files: readonly ChangedFile[] = ['src/login.ts', 'src/query.ts', 'src/list.ts'].map(
  aChangedFile,
);
const panel = [
  aScanner('security', {
    checks: ['exposes_no_secrets', 'executes_no_untrusted_code'],
    retries: 1,
  }),
  aScanner('correctness', { checks: ['handles_errors', 'is_tested'] }),
  aScanner('style', { checks: ['is_simple'] }),
];

/** Checks that are false, by round. */
const falseIn: Readonly<Record<string, readonly number[]>> = {
  executes_no_untrusted_code: [1],
  handles_errors: [1, 3],
  is_tested: [1, 2, 3],
  is_simple: [2],
};

/**
 * A loop of four rounds with everything in it that a page has to show: a scanner that has to be asked
 * twice, checks that toggle, findings that come back, attempts, costs, a question and its answer.
 */
export function aRichRun(changes: { readonly message?: string } = {}): Promise<PlayedRun> {
  const script: Script = {
    ground: ({ round }) => ({
      candidate: aCandidate({ head: `head${round}`, files: [...files] }),
      panel,
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ round, attempt, scanner, candidate }) => {
      if (scanner.id === 'security' && round === 1 && attempt === 1) {
        throw new Error('the model is busy');
      }
      const failing = scanner.checks
        .map(({ id }) => id)
        .filter((id) => falseIn[id]?.includes(round));
      const review = aCompletedReview(scanner, candidate, failing);
      return withCosts(onItsOwnFile(review, changes.message), scanner.id);
    },
  };
  const protocol = aProtocol({ budget: { reviews: 3, attemptSpends: 'start' } });
  return playRun(script, { protocol }, { meanwhile: passTimeAndAnswer });
}

/** A run that was cut off while its scanners worked. */
export async function aCrashedRun(): Promise<string> {
  const { exported } = await aRichRun();
  return `${exported.split('\n').slice(0, 9).join('\n')}\n`;
}

/**
 * A run of many entries: rounds of many scanners, each of which has to be asked twice.
 *
 * @param rounds 202 entries or so each
 */
export async function aLongRun(rounds: number): Promise<PlayedRun> {
  const many = Array.from({ length: 40 }, (_, index) => aScanner(`s${index}`, { retries: 1 }));
  const script: Script = {
    ground: ({ round }) => ({
      candidate: aCandidate({ head: `head${round}` }),
      panel: many,
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ round, attempt, scanner, candidate }) => {
      if (attempt === 1) throw new Error('busy');
      const isFalse = round < rounds && (Number(scanner.id.slice(1)) + round) % 13 === 0;
      return aCompletedReview(scanner, candidate, isFalse ? [`${scanner.id}_is_fine`] : []);
    },
  };
  const protocol = aProtocol({ budget: { reviews: rounds + 1, attemptSpends: 'start' } });
  return playRun(
    script,
    { protocol },
    {
      meanwhile: async (handle, clock) => {
        await passTime(handle, clock, 600);
      },
    },
  );
}

/** A short run to which somebody has sent very many events that it does not know. */
export function aVeryLongRun(entries: number): Promise<PlayedRun> {
  return playRun(
    { scan: () => new Promise(() => undefined) },
    {},
    {
      meanwhile: async (handle) => {
        await quiet(60);
        const sent: Promise<void>[] = [];
        for (let index = 0; index < entries; index += 1) {
          sent.push(handle.send({ type: 'note.taken', index }, 'somebody'));
        }
        await Promise.all(sent);
        await handle.interrupt();
      },
    },
  );
}

async function passTimeAndAnswer(handle: PlayedRun['handle'], clock: ManualClock): Promise<void> {
  await passTime(handle, clock, 400);
  const { question } = handle.view();
  if (!question) return;
  const answer = { type: 'decision.made', question: question.id, option: 'adjust' };
  await handle.send({ ...answer, answer: 'keep the old signature' }, 'ann');
  await passTime(handle, clock, 400);
}

/** Lets time go by until the run comes to rest. */
async function passTime(
  handle: PlayedRun['handle'],
  clock: ManualClock,
  stepMs: number,
): Promise<void> {
  let isResting = false;
  void handle.done.then(() => {
    isResting = true;
  });
  while (!isResting) {
    await quiet(20);
    clock.advance(stepMs);
  }
}

/** Findings of different scanners lie in different files, so that they stay different findings. */
function onItsOwnFile(review: Review, message: string | undefined): Review {
  const file =
    { security: 'src/login.ts', correctness: 'src/query.ts' }[review.scanner] ?? 'src/list.ts';
  const findings = review.findings.map((finding, index) => ({
    ...finding,
    file,
    ...(message === undefined || index > 0 ? {} : { message, evidence: message }),
  }));
  return { ...review, findings };
}

function withCosts(review: Review, scanner: string): Review {
  const size = scanner.length;
  const cost = {
    durationMs: size * 310,
    calls: 1,
    inputTokens: size * 1200,
    outputTokens: size * 90,
    usd: size * 0.0031,
  };
  return { ...review, cost };
}
