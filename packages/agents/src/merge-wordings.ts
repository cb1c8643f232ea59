import {
  type Finding,
  type MergeWordingInput,
  type MergeWordingOutput,
  sanitiseForTerminal,
} from '@magi/contracts';
import { z } from 'zod';
import { type AskRequest, askAgent } from './ask-agent.ts';
import { createRedactor } from './redaction/redact-secrets.ts';

const Wordings = z.object({
  wordings: z.array(z.object({ id: z.string(), message: z.string() })),
});

const longest = 600;

/**
 * Lets a model merge the wordings of findings that several scanners reported.
 *
 * Only messages come back, only for findings that were asked about, at most 600 printable
 * characters each; identity, severity, checks and place are out of its reach, so that no wording can
 * turn a false check true. Any failure leaves all messages as they are.
 */
export async function mergeWordings(
  input: MergeWordingInput,
  how: Omit<AskRequest<unknown>, 'prompt' | 'schema' | 'role' | 'integrity'>,
): Promise<MergeWordingOutput> {
  const asked = input.findings.filter(hasSeveralWordings);
  if (asked.length === 0) return { messages: {} };
  const answer = await askAgent({
    ...how,
    role: 'reviewer',
    schema: Wordings,
    prompt: {
      role: 'Editor',
      instructions:
        'Several reviewers described the same findings. Write one message for each finding id: one or two sentences, every fact that any reviewer gave, nothing that none of them gave.',
      data: asked.map((finding) => ({
        label: `finding ${finding.id}`,
        text: finding.voices.map(({ message }) => message).join('\n---\n'),
      })),
    },
  });
  if (answer.status !== 'ok') return { messages: {} };
  const redact = createRedactor(how.env);
  const known = new Set(asked.map(({ id }) => id));
  return {
    messages: Object.fromEntries(
      answer.data.wordings.flatMap(({ id, message }) => {
        const wording = sanitiseForTerminal(redact(message)).trim().slice(0, longest);
        return known.has(id) && wording !== '' ? [[id, wording]] : [];
      }),
    ),
  };
}

function hasSeveralWordings({ voices }: Finding): boolean {
  return new Set(voices.map(({ message }) => message)).size > 1;
}
