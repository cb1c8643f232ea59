import type { Candidate, ExplainedStep, Explanation } from '@magi/engine/replay';
import { describeEntry } from '../text/entry-text.ts';
import { stateName } from '../text/state-text.ts';

/** The explanation in words: what each actor did with the entry, and why nothing else. */
export function stepText({ seq, entry, steps }: Explanation): string {
  const { type, actor, text } = describeEntry(entry);
  const head = `#${seq} ${type} ${actor} ${text}`.trimEnd();
  if (steps.length === 0) return `${head}\n  A note: it changes no state.\n`;
  return `${[head, ...steps.map(actorText)].join('\n')}\n`;
}

function actorText(step: ExplainedStep): string {
  const lines = step.microsteps.map(({ from, to }) => {
    const target = stateName(to);
    return `    ${from === null ? target : `${stateName(from)} → ${target}`}`;
  });
  const choices = [step.candidates, ...step.followUps].filter((choice) => choice.length > 0);
  const rejected = step.rejected;
  return [
    `  ${step.actor} took ${step.event}`,
    ...lines,
    ...choices.flatMap((choice) => choice.map(candidateText)),
    ...(step.actions.length > 0 ? [`    did ${step.actions.join(', ')}`] : []),
    ...(rejected === null
      ? []
      : [`    did nothing; it would accept ${rejected.accepts.join(', ')}`]),
  ].join('\n');
}

function candidateText({ targets, event, guard, value, chosen }: Candidate): string {
  const names = targets.map((target) => target.slice(target.lastIndexOf('.') + 1));
  const where = names.join(', ') || 'stay';
  const on = event === '' ? '' : ` on ${event}`;
  const why = guard === null ? 'no guard' : `${guard} is ${value ?? 'not known'}`;
  return `      ${chosen ? '✔' : '✖'} to ${where}${on}: ${why}`;
}
