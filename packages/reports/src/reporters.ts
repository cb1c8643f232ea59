import { checkstyle } from './checkstyle.ts';
import { concise } from './concise.ts';
import { githubAnnotations } from './github-annotations.ts';
import { githubReview } from './github-review.ts';
import { gitlab } from './gitlab.ts';
import { html } from './html.ts';
import { json, jsonl } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { pretty } from './pretty.ts';
import { rdjsonl } from './rdjsonl.ts';
import type { Reporter } from './report-context.ts';
import { sarif } from './sarif.ts';

const reporters: Readonly<Record<string, Reporter>> = {
  pretty,
  concise,
  json,
  jsonl,
  sarif,
  github: githubAnnotations,
  'github-review': githubReview,
  gitlab,
  checkstyle,
  junit,
  rdjsonl,
  markdown,
  html,
};

/** Names that `--reporter` accepts, the ones for people first. */
export const reporterNames: readonly string[] = Object.keys(reporters);

/** The reporter of a name, or null. */
export function findReporter(name: string): Reporter | null {
  return Object.hasOwn(reporters, name) ? (reporters[name] ?? null) : null;
}
