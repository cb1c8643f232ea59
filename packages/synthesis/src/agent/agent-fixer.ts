import {
  type AskRequest,
  askAgent,
  type BreakerRegistry,
  type BudgetMeter,
  type SandboxPolicy,
} from '@magi/agents';
import type { AgentProfile, FixContext, FixInput, FixReport, Synthesizer } from '@magi/contracts';
import { failed } from '../report-parts.ts';
import { type FixAnswer, fixAnswers } from './fix-answer.ts';
import { fixPrompt } from './fix-prompt.ts';
import { reportOfAnswer } from './report-of-answer.ts';
import { applyTextEdits, filesToMend } from './text-edits.ts';

/** What an agent that mends works with. */
export interface AgentFixerOptions {
  /** Name of the agent, for the record. */
  readonly name: string;
  readonly profile: AgentProfile;
  readonly budget: BudgetMeter;
  readonly breaker: BreakerRegistry;
  readonly sandbox: SandboxPolicy;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Time of one attempt; default: that of the profile, else half an hour. */
  readonly timeoutMs?: number;
}

/**
 * A coding agent or a model as a fixer.
 *
 * An agent works in the attempt worktree with its own tools; a model without tools answers with
 * edits, which are applied here, all or none. Whatever it says, what it changed is measured by the
 * caller. An answer that cannot be read is a failed attempt, and so is a conflict without contents.
 */
export function agentFixer(options: AgentFixerOptions): Synthesizer {
  return {
    id: `agent:${options.name}`,
    fix: (input, context) => fix(options, input, context),
  };
}

async function fix(
  options: AgentFixerOptions,
  input: FixInput,
  context: FixContext,
): Promise<FixReport> {
  const hasTools = options.profile.kind !== 'api';
  const { worktree } = context;
  const paths = input.findings.map(({ file }) => file);
  const files = hasTools ? null : await filesToMend(worktree, paths);
  const request: AskRequest<FixAnswer> = {
    profile: options.profile,
    role: 'fixer',
    prompt: fixPrompt(input, files),
    schema: hasTools ? fixAnswers.withTools : fixAnswers.withoutTools,
    cwd: worktree,
    ...(options.timeoutMs === undefined ? {} : { limits: { timeoutMs: options.timeoutMs } }),
    budget: options.budget,
    breaker: options.breaker,
    sandbox: options.sandbox,
    signal: context.signal,
    env: options.env,
  };
  context.progress(`${options.name} is at work`);
  const answer = await askAgent(request);
  if (answer.status !== 'ok') return failed(`${answer.code}: ${answer.reason}`, answer.cost);
  const report = reportOfAnswer(answer.data, input, {
    fixer: `agent:${options.name}`,
    cost: answer.cost,
  });
  if (report.outcome !== 'changed') return report;
  const applied = await applyTextEdits(worktree, answer.data.edits ?? []);
  if (!applied.ok) return failed(`an edit does not fit: ${applied.error.message}`, answer.cost);
  return report;
}
