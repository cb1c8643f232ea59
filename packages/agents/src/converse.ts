import type { z } from 'zod';
import type { AgentFailureCode } from './agent-answer.ts';
import { type ReadAnswer, readAnswer, readStructured } from './answer/read-answer.ts';
import type { BreakerRegistry } from './budget/breaker.ts';
import type { BudgetExhausted, BudgetMeter } from './budget/budget-meter.ts';
import { estimateTokens } from './prompt/estimate-tokens.ts';
import type { Turn, TurnFailure } from './transport/conversation.ts';
import type { OpenedConversation } from './transport/open-conversation.ts';
import { healthOf, isAboutForm, isTransient } from './turn-health.ts';

/** Corrections of form that are asked for before an answer is given up. */
const mostCorrections = 2;
/** Repetitions of a call that the provider itself failed. */
const mostRepeats = 2;
/** Tokens that an answer is expected to cost, for the reservation. */
const answerTokens = 1000;

export interface ConverseOptions<Data> {
  readonly opened: OpenedConversation;
  readonly schema: z.ZodType<Data>;
  readonly prompt: string;
  correctionOf(problems: readonly string[]): string;
  readonly budget: BudgetMeter;
  readonly breaker: BreakerRegistry;
  readonly signal: AbortSignal;
  /** Time until everything has to be over. */
  remainingMs(): number;
}

/** How a conversation ended. */
export type Ending<Data> =
  | { readonly status: 'ok'; readonly data: Data; readonly quality: 'strict' | 'repaired' }
  | {
      readonly status: 'incomplete' | 'failed' | 'refused';
      readonly code: AgentFailureCode;
      readonly reason: string;
    };

/** All turns of a conversation, and what was wrong with the answers before the last. */
export interface Transcript {
  readonly turns: Turn[];
  readonly corrections: string[];
}

/**
 * Asks until there is an answer that fits the schema, or until asking on makes no sense.
 *
 * Every turn is reserved in the budget and goes through the breaker first. At most two corrections
 * of form and two repetitions of a failed call; what was said is kept in `transcript` either way.
 */
export async function converse<Data>(
  options: ConverseOptions<Data>,
  transcript: Transcript,
): Promise<Ending<Data>> {
  let correction: string | undefined;
  let repeats = 0;
  for (;;) {
    const sent = await send(options, correction);
    if ('refusal' in sent) return refusedAfter(transcript.turns.length, sent.refusal);
    transcript.turns.push(sent.turn);
    const { failure } = sent.turn;
    if (failure && isTransient(failure) && repeats < mostRepeats) {
      repeats++;
      continue;
    }
    if (failure && !isAboutForm(failure))
      return { status: 'failed', code: failure.code, reason: failure.message };

    const read = await readTurn(sent.turn, options.schema);
    if (isUsable(read)) return { status: 'ok', data: read.data, quality: read.quality };
    transcript.corrections.push(read.problems.join('; '));
    if (transcript.corrections.length > mostCorrections) return unusable(read, failure);
    correction = options.correctionOf(read.problems);
  }
}

type Sent = { readonly turn: Turn } | { readonly refusal: TurnFailure };

async function send<Data>(
  options: ConverseOptions<Data>,
  correction: string | undefined,
): Promise<Sent> {
  const { opened, budget, breaker, signal } = options;
  const timeoutMs = Math.ceil(
    Math.min(options.remainingMs(), budget.remainingMs() ?? Number.POSITIVE_INFINITY),
  );
  if (signal.aborted) return { refusal: { code: 'cancelled', message: 'was cancelled' } };
  if (timeoutMs <= 0)
    return { refusal: { code: 'timeout', message: 'no time was left for another call' } };
  const tokens = estimateTokens(options.prompt) + estimateTokens(correction ?? '') + answerTokens;
  const reserved = budget.reserve({ tokens });
  if (!reserved.ok) return { refusal: { code: 'budget', message: budgetSentence(reserved.error) } };

  const called = await breaker.call(
    opened.provider,
    async () => {
      const turn = await opened.conversation.ask({
        full: options.prompt,
        ...(correction !== undefined && { correction }),
        timeoutMs,
      });
      return { turn, ...healthOf(turn.failure) };
    },
    { signal, maxParallel: opened.maxParallel },
  );
  if (called.ok) {
    reserved.value.settle(called.value.turn.cost);
    return { turn: called.value.turn };
  }
  reserved.value.release();
  const seconds = Math.ceil(called.error.retryInMs / 1000);
  const message = `${opened.provider} failed several times in a row; it is left alone for ${seconds} s`;
  return { refusal: { code: 'provider-unavailable', message } };
}

function budgetSentence({ scope, unit, limit, spent }: BudgetExhausted): string {
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  return `the ${scope} may use ${round(limit)} ${unit}, ${round(spent)} are used and the rest is kept for other scanners`;
}

function refusedAfter(turns: number, { code, message }: TurnFailure): Ending<never> {
  return { status: turns === 0 ? 'refused' : 'incomplete', code, reason: message };
}

async function readTurn<Data>(turn: Turn, schema: z.ZodType<Data>): Promise<ReadAnswer<Data>> {
  if (turn.structured !== undefined) {
    const read = readStructured(turn.structured, schema);
    if (isUsable(read)) return read;
  }
  const read = await readAnswer(turn.text, schema);
  const cutOff = turn.failure?.code === 'truncated' && !isUsable(read);
  return cutOff ? { quality: 'truncated', problems: ['the answer was cut off'] } : read;
}

function isUsable<Data>(
  read: ReadAnswer<Data>,
): read is Extract<ReadAnswer<Data>, { quality: 'strict' | 'repaired' }> {
  return read.quality === 'strict' || read.quality === 'repaired';
}

function unusable<Data>(
  read: Exclude<ReadAnswer<Data>, { quality: 'strict' | 'repaired' }>,
  failure: TurnFailure | undefined,
): Ending<Data> {
  const asked = `after ${mostCorrections} corrections`;
  const problems = read.problems.join('; ');
  if (failure?.code === 'empty')
    return { status: 'failed', code: 'empty', reason: `no answer, ${asked}` };
  if (read.quality === 'truncated')
    return { status: 'incomplete', code: 'truncated', reason: `the answer is cut off, ${asked}` };
  return {
    status: 'incomplete',
    code: 'unparsable',
    reason: `the answer does not have the asked form, ${asked}: ${problems}`,
  };
}
