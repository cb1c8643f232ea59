import { ConstraintsFile, fail, ok, type Result, ReviewFeedback } from '@magi/contracts';
import { z } from 'zod';
import type { MinedComment } from './comment.ts';

const Remark = z.object({
  text: z.string().min(1),
  author: z.string().default('unknown'),
  change: z.string().default('feedback'),
  file: z.string().optional(),
  resolved: z.boolean().default(false),
});

export type InputFailure = { readonly kind: 'unreadable-input'; readonly message: string };

/**
 * BASIC path of seed 003: a feedback file.
 *
 * Accepts `review_feedback_*.json`, `constraints.magi.json`, a list of remarks
 * (`[{ text, author?, change?, file?, resolved? }]`), or plain text with one remark a line.
 */
export function readFeedback(
  name: string,
  text: string,
): Result<readonly MinedComment[], InputFailure> {
  const json = parseJson(text);
  if (json === undefined) return ok(linesOf(text, name));
  const remarks = z.array(Remark).safeParse(json);
  if (remarks.success)
    return ok(
      remarks.data.map(({ resolved, file, ...rest }) => ({
        ...rest,
        ...(file === undefined ? {} : { file }),
        isResolved: resolved,
        source: 'feedback' as const,
      })),
    );
  const texts = publishedTexts(json);
  return texts === null
    ? fail({
        kind: 'unreadable-input',
        message: `${name} is neither a list of remarks, nor review feedback, nor a constraints file`,
      })
    : ok(texts.map((entry) => comment(entry, name)));
}

function publishedTexts(json: unknown): readonly string[] | null {
  const feedback = ReviewFeedback.safeParse(json);
  if (feedback.success)
    return [
      ...(feedback.data.unlisted_issues_found ?? []),
      ...(feedback.data.comments ?? []).map((entry) => entry.comment),
    ];
  const constraints = ConstraintsFile.safeParse(json);
  return constraints.success
    ? [...constraints.data.constraints, ...(constraints.data.unlisted_issues_found ?? [])]
    : null;
}

function linesOf(text: string, name: string): readonly MinedComment[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*[-*]\s*/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => comment(line, name));
}

function comment(text: string, change: string): MinedComment {
  return { text, author: 'unknown', change, isResolved: false, source: 'feedback' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
