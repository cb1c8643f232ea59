import { type Entry, MagiError } from '@magi/contracts';
import {
  type Candidate,
  type ExplainedStep,
  type Explanation,
  explainStep,
} from '@magi/engine/replay';
import { describeEntry } from '../text/entry-text.ts';
import { stateName } from '../text/state-text.ts';

/** Explains the entry of a number; without one, the newest that did something. */
export function stepOf(entries: readonly Entry[], part: string | undefined): Explanation {
  if (part !== undefined) return explainStep(entries, Number(part));
  const newest = entries.findLast((entry) => entry.in !== undefined);
  if (newest !== undefined) return explainStep(entries, newest.seq);
  throw new MagiError('MAGI_RUN_EMPTY', 'This run has no entry that did anything.', {
    exitCode: 5,
  });
}

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
