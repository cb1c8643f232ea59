import type { Constraint, Decision, Question } from '@magi/contracts';
import { nothingSpent, type RunContext, type RunEvent } from './run-context.ts';

type DecisionMade = Extract<RunEvent, { type: 'decision.made' }>;

/** Puts the question of the round decision before people. */
export function askDecided(context: RunContext): Partial<RunContext> {
  const question = context.decision?.question;
  return question ? ask(context, question) : {};
}

/** A new id for every question: an old answer cannot meet a new question. */
function ask(context: RunContext, question: Question): Partial<RunContext> {
  const id = `${question.kind}-${context.decisions.length + 1}`;
  return { question: { ...question, id } };
}

/** What an answer makes the run do; null when it does not fit the question that is open. */
export function effectOf(
  context: RunContext,
  event: { readonly question: string; readonly option: string },
): Question['options'][number]['effect'] | null {
  const { question } = context;
  if (!question || question.id !== event.question) return null;
  return question.options.find(({ id }) => id === event.option)?.effect ?? null;
}

/** Records an answer and closes the question. */
export function withAnswer(context: RunContext, event: RunEvent): Partial<RunContext> {
  if (event.type !== 'decision.made') return {};
  const { question, option, answer, by } = event;
  const decision: Decision = { question, option, by, ...(answer === undefined ? {} : { answer }) };
  return { question: null, decisions: [...context.decisions, decision] };
}

/** A person grants new budgets and may say what is to be observed. */
export function withNewBudget(context: RunContext, event: RunEvent): Partial<RunContext> {
  if (event.type !== 'decision.made') return {};
  return {
    ...withAnswer(context, event),
    spent: nothingSpent,
    openConflicts: [],
    guidance: [...context.guidance, ...guidanceOf(context, event)],
  };
}

/** A person settles the open conflicts; the fixer gets the resolution with its next attempt. */
export function withResolution(context: RunContext, event: RunEvent): Partial<RunContext> {
  if (event.type !== 'decision.made') return {};
  const chosen = context.question?.options.find(({ id }) => id === event.option);
  const resolution = event.answer ?? chosen?.label ?? event.option;
  const resolved = context.openConflicts.map((conflict) => ({ ...conflict, resolution }));
  return {
    ...withAnswer(context, event),
    openConflicts: [],
    resolutions: [...context.resolutions, ...resolved],
  };
}

function guidanceOf(context: RunContext, event: DecisionMade): Constraint[] {
  if (event.answer === undefined || event.answer.trim() === '') return [];
  const key = `decision:${context.decisions.length + 1}`;
  return [
    {
      id: key.replace(':', '.'),
      key,
      check: null,
      findings: [],
      text: event.answer,
      state: 'open',
    },
  ];
}
