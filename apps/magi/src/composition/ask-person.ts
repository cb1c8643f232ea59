import { userInfo } from 'node:os';
import { type Question, sanitiseLine } from '@magi/contracts';

/** An answer to a question, and who gave it. */
export interface Answer {
  readonly question: string;
  readonly option: string;
  readonly answer?: string;
  readonly by: string;
}

/** Name of the person at this machine, for the record. */
export function personHere(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** Puts a question to the person at the terminal; null where nobody sits or nothing is chosen. */
export async function askPerson(question: Question | null): Promise<Answer | null> {
  const isAttended = process.stdin.isTTY === true && process.stderr.isTTY === true;
  if (question === null || !isAttended || (process.env.CI ?? '') !== '') return null;
  const { isCancel, select, text } = await import('@clack/prompts');
  for (const line of question.evidence) process.stderr.write(`  ${sanitiseLine(line)}\n`);
  const option = await select({
    message: sanitiseLine(question.text),
    options: question.options.map(({ id, label }) => ({ value: id, label: sanitiseLine(label) })),
    output: process.stderr,
  });
  if (isCancel(option)) return null;
  const by = personHere();
  if (!question.freeText) return { question: question.id, option, by };
  const answer = await text({
    message: 'Anything to add?',
    placeholder: 'Enter for nothing',
    output: process.stderr,
  });
  if (isCancel(answer)) return null;
  return { question: question.id, option, by, ...(answer ? { answer } : {}) };
}

/** A question on paper: what is asked, what speaks for it, and the command for each answer. */
export function questionText(run: string, question: Question): string {
  const lines = [
    '',
    `A decision is needed: ${sanitiseLine(question.text)}`,
    ...question.evidence.map((line) => `  ${sanitiseLine(line)}`),
    'Answer with one of:',
    ...question.options.map(
      ({ id, label }) => `  magi decide ${run} --option ${id}   ${sanitiseLine(label)}`,
    ),
    ...(question.freeText ? ['  and --answer TEXT to say more.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
