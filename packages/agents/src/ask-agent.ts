import { randomBytes } from 'node:crypto';
import type { AgentProfile } from '@magi/contracts';
import { z } from 'zod';
import type { AgentAnswer, AgentRole, Evidence } from './agent-answer.ts';
import { jsonSchemaOf } from './answer/json-schema-of.ts';
import { addCosts } from './budget/add-costs.ts';
import type { BreakerRegistry } from './budget/breaker.ts';
import type { BudgetMeter } from './budget/budget-meter.ts';
import type { SandboxPolicy } from './cage/sandbox.ts';
import { converse, type Ending, type Transcript } from './converse.ts';
import { showHidden } from './injection/hidden-characters.ts';
import type { PromptParts } from './prompt/prompt-parts.ts';
import { renderCorrection, renderPrompt } from './prompt/render-prompt.ts';
import { createRedactor, type Redactor, redactJson } from './redaction/redact-secrets.ts';
import type { AgentLimits } from './transport/conversation.ts';
import { type Deadline, withDeadline } from './transport/deadline.ts';
import {
  agentName,
  type OpenedConversation,
  openConversation,
} from './transport/open-conversation.ts';

export interface AskRequest<Data> {
  readonly profile: AgentProfile;
  readonly role: AgentRole;
  readonly prompt: PromptParts;
  readonly schema: z.ZodType<Data>;
  /** A reviewer's frozen snapshot or a fixer's worktree. */
  readonly cwd: string;
  /** Overrides of the profile's limits and of the defaults of the role. */
  readonly limits?: Partial<AgentLimits>;
  readonly budget: BudgetMeter;
  readonly breaker: BreakerRegistry;
  readonly sandbox: SandboxPolicy;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Digest of everything a reviewer must not change; compared before and after. */
  readonly integrity?: () => Promise<string>;
}

/**
 * Asks a coding agent or a model one question and returns data that fit the schema, or why not.
 *
 * Never rejects for anything the agent does. Budget and breaker are asked before each call; an
 * answer of the wrong form is corrected at most twice; the whole takes no longer than the time
 * limit. Only a complete answer that repeats the random name of the task is believed, so that JSON
 * planted in reviewed text cannot pass for the agent's. A reviewer that changed what `integrity`
 * digests has failed, whatever it answered.
 */
export async function askAgent<Data>(request: AskRequest<Data>): Promise<AgentAnswer<Data>> {
  const startedAt = performance.now();
  const limits = limitsOf(request);
  const deadline = withDeadline(request.signal, limits.timeoutMs);
  try {
    return await askInTime(request, limits, deadline, startedAt);
  } finally {
    deadline.clear();
  }
}

async function askInTime<Data>(
  request: AskRequest<Data>,
  limits: ReturnType<typeof limitsOf>,
  deadline: Deadline,
  startedAt: number,
): Promise<AgentAnswer<Data>> {
  const { signal } = deadline;
  const answerId = randomBytes(6).toString('hex');
  const schema = z.object({ answer_id: z.literal(answerId), answer: request.schema });
  const answerSchema = jsonSchemaOf(schema);
  const redact = createRedactor(request.env);
  const transcript: Transcript = { turns: [], corrections: [] };

  const boundary = randomBytes(12).toString('hex');
  const prompt = renderPrompt(request.prompt, { answerId, boundary, answerSchema, redact });
  const before = await integrityOf(request);

  const opened = openConversation({ ...request, limits, signal, answerSchema });
  if (!opened.ok) {
    const { code, message } = opened.error;
    const refused = { status: 'refused', code, reason: message } as const;
    return answerOf(refused, request, null, transcript, redact, startedAt);
  }
  const ending = await converse(
    {
      opened: opened.value,
      schema,
      prompt,
      correctionOf: (problems) => renderCorrection(problems, { answerId, answerSchema }),
      budget: request.budget,
      breaker: request.breaker,
      signal,
      remainingMs: () => limits.timeoutMs - (performance.now() - startedAt),
    },
    transcript,
  ).finally(() => opened.value.close());
  const intact = before === (await integrityOf(request));
  const judged = judge(ending, { intact, late: deadline.isOver() });
  return answerOf(judged, request, opened.value, transcript, redact, startedAt);
}

type Enveloped<Data> = { readonly answer_id: string; readonly answer: Data };

function judge<Data>(
  ending: Ending<Enveloped<Data>>,
  { intact, late }: { readonly intact: boolean; readonly late: boolean },
): Ending<Data> {
  if (!intact)
    return {
      status: 'failed',
      code: 'tampered',
      reason: 'the reviewer changed what it was given to review; its answer is void',
    };
  if (ending.status === 'ok') return { ...ending, data: ending.data.answer };
  // The time limit ends a process by the same way as a cancellation.
  return late && ending.code === 'cancelled'
    ? { ...ending, code: 'timeout', reason: 'did not finish within its time limit' }
    : ending;
}

async function integrityOf<Data>(request: AskRequest<Data>): Promise<string | null> {
  return request.role === 'reviewer' && request.integrity ? await request.integrity() : null;
}

const defaultTimeoutMs: Readonly<Record<AgentRole, number>> = {
  reviewer: 600_000,
  fixer: 1_800_000,
};

function limitsOf<Data>({ profile, role, limits }: AskRequest<Data>): AgentLimits {
  return {
    timeoutMs: limits?.timeoutMs ?? profile.timeoutMs ?? defaultTimeoutMs[role],
    idleTimeoutMs: limits?.idleTimeoutMs ?? profile.idleTimeoutMs ?? 180_000,
    maxOutputBytes: limits?.maxOutputBytes ?? 8 << 20,
  };
}

function answerOf<Data>(
  ending: Ending<Data>,
  request: AskRequest<Data>,
  opened: OpenedConversation | null,
  transcript: Transcript,
  redact: Redactor,
  startedAt: number,
): AgentAnswer<Data> {
  const { turns, corrections } = transcript;
  const rawAnswer = Buffer.from(redact(turns.map(({ text }) => text).join('\n\n---\n\n')), 'utf8');
  const cost = {
    ...addCosts(...turns.map((turn) => turn.cost)),
    calls: turns.length,
    durationMs: performance.now() - startedAt,
  };
  const evidence = evidenceOf(request, opened, transcript, redact, cost.durationMs);
  if (ending.status === 'ok') {
    const { status, data, quality } = ending;
    return {
      status,
      data: redactJson(data, redact),
      cost,
      evidence: { ...evidence, quality },
      rawAnswer,
    };
  }
  const reason = showHidden(redact(ending.reason)).slice(0, 500);
  const kept = rawAnswer.length > 0 && { rawAnswer };
  return { ...ending, reason, ...kept, cost, evidence: { ...evidence, corrections } };
}

function evidenceOf<Data>(
  request: AskRequest<Data>,
  opened: OpenedConversation | null,
  { turns, corrections }: Transcript,
  redact: Redactor,
  durationMs: number,
): Evidence {
  const activities = turns.map(({ activity }) => activity);
  const stderrTail = redact(activities.at(-1)?.stderrTail ?? '');
  const { model } = request.profile;
  const version = opened?.conversation.agentVersion;
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const last = activities.at(-1);
  // A session counts over its turns; separate processes count each on their own.
  const total = request.profile.kind === 'acp' ? (last ? [last] : []) : activities;
  return {
    transport: request.profile.kind,
    agent: agentName(request.profile),
    ...(version !== undefined && { agentVersion: version }),
    ...(model !== undefined && { model }),
    durationMs,
    toolCalls: sum(total.map(({ toolCalls }) => toolCalls)),
    filesRead: [...new Set(total.flatMap(({ filesRead }) => filesRead))],
    refused: total.flatMap(({ refused }) => refused),
    sandbox: opened?.sandbox ?? { state: 'none', note: 'nothing was started' },
    home: opened?.home ?? 'none',
    corrections,
    reaped: sum(activities.map(({ reaped }) => reaped)),
    ...(stderrTail !== '' && { stderrTail }),
  };
}
