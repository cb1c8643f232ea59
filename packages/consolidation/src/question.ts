import type { Conflict, Protocol, Question } from '@magi/contracts';
import { sha256 } from './sha256.ts';

type QuestionKind = Question['kind'];

/** Titles that fit in twelve characters, as dialogs of coding agents demand. */
const headers: Readonly<Record<QuestionKind, string>> = {
  cap: 'Limit hit',
  stall: 'No progress',
  conflict: 'Conflict',
  scope: 'Scope',
  approval: 'Go on?',
};

export type QuestionInput = {
  readonly kind: QuestionKind;
  readonly text: string;
  readonly evidence: readonly string[];
  readonly protocol: Pick<Protocol, 'decisions'>;
  /** Round the question belongs to; part of its id. */
  readonly round: number;
};

/**
 * Builds the one question that a loop asks a person: at most four options, a header of at most
 * twelve characters, and the evidence the person needs.
 *
 * The options are the protocol's for that kind of stop; a scope question uses those of a conflict.
 * The id is the same for the same question, so that an answer can be matched after a restart.
 */
export function escalationQuestion(input: QuestionInput): Question {
  const { kind, text, evidence, round } = input;
  const { options, freeText } = optionsOf(input);
  return {
    id: `${kind}-${round}-${sha256(text).slice(0, 8)}`,
    kind,
    header: headers[kind],
    text,
    evidence: [...evidence],
    options: [...options],
    freeText,
  };
}

/** A question about conflicts of an attempt: what cannot be met, why, and the alternatives. */
export function conflictQuestion(
  conflicts: readonly Conflict[],
  protocol: Pick<Protocol, 'decisions'>,
  round: number,
): Question {
  const text = conflicts
    .map((it) => `${it.requiredProperty} cannot be met without breaking ${it.conflictsWith}`)
    .join('; ');
  const evidence = conflicts.flatMap(({ why, alternatives }) => [
    why,
    ...alternatives.map(
      ({ text: alternative, satisfies, cost }) =>
        `${satisfies ? 'meets it' : 'does not meet it'}: ${alternative}${cost === undefined ? '' : ` (cost: ${cost})`}`,
    ),
  ]);
  return escalationQuestion({ kind: 'conflict', text, evidence, protocol, round });
}

/** True when the only thing a person could answer is to stop: then nobody is asked. */
export function hasNoChoice(question: Question): boolean {
  return !question.freeText && question.options.every(({ effect }) => effect === 'stop');
}

const reviewAgain: Pick<Question, 'options' | 'freeText'> = {
  options: [
    { id: 'retry', label: 'Review again', effect: 'retry' },
    { id: 'stop', label: 'Stop', effect: 'stop' },
  ],
  freeText: false,
};

function optionsOf({ kind, protocol }: QuestionInput): Pick<Question, 'options' | 'freeText'> {
  const { cap, stall, conflict } = protocol.decisions;
  switch (kind) {
    case 'cap':
      return cap;
    case 'stall':
      return stall;
    case 'conflict':
    case 'scope':
      return conflict;
    case 'approval':
      return reviewAgain;
  }
}
