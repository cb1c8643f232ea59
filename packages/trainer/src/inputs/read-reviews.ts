import { fail, ok, type Result } from '@magi/contracts';
import { z } from 'zod';
import type { MinedComment } from './comment.ts';
import type { InputFailure } from './read-feedback.ts';

const GitHubComment = z.object({
  body: z.string(),
  path: z.string().optional(),
  pull_request_url: z.string().optional(),
  in_reply_to_id: z.number().nullish(),
  user: z.object({ login: z.string() }).nullish(),
  resolved: z.boolean().optional(),
});

const GerritComment = z.object({
  message: z.string(),
  author: z.object({ email: z.string().optional(), _account_id: z.number().optional() }).optional(),
  unresolved: z.boolean().optional(),
  in_reply_to: z.string().optional(),
});
const GerritExport = z.record(z.string(), z.array(GerritComment));

/**
 * DEEP path of seed 003, reviews as files: the list that the GitHub review-comment API returns, or
 * the map from path to comments that Gerrit returns (with or without its `)]}'` guard line).
 *
 * Replies are left out: they answer, they do not raise. `name` stands in for a missing change id.
 */
export function readReviewExport(
  name: string,
  text: string,
): Result<readonly MinedComment[], InputFailure> {
  const json = parseJson(text.replace(/^\)\]\}'\s*/, ''));
  const github = z.array(GitHubComment).safeParse(json);
  if (github.success) return ok(github.data.flatMap((entry) => fromGitHub(entry, name)));
  const gerrit = GerritExport.safeParse(json);
  if (gerrit.success)
    return ok(
      Object.entries(gerrit.data).flatMap(([file, list]) =>
        list.flatMap((entry) => fromGerrit(entry, file, name)),
      ),
    );
  return fail({
    kind: 'unreadable-input',
    message: `${name} is neither a GitHub list of review comments nor a Gerrit map of them`,
  });
}

function fromGitHub(entry: z.infer<typeof GitHubComment>, name: string): readonly MinedComment[] {
  if (entry.in_reply_to_id !== null && entry.in_reply_to_id !== undefined) return [];
  return [
    {
      text: entry.body,
      author: entry.user?.login ?? 'unknown',
      change: entry.pull_request_url ?? name,
      ...(entry.path === undefined ? {} : { file: entry.path }),
      isResolved: entry.resolved ?? false,
      source: 'github',
    },
  ];
}

function fromGerrit(
  entry: z.infer<typeof GerritComment>,
  file: string,
  name: string,
): readonly MinedComment[] {
  if (entry.in_reply_to !== undefined) return [];
  return [
    {
      text: entry.message,
      author: entry.author?.email ?? String(entry.author?._account_id ?? 'unknown'),
      change: name,
      file,
      isResolved: entry.unresolved === false,
      source: 'gerrit',
    },
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
