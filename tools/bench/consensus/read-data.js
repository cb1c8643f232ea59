import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One pull request as one judge saw it, its statements flattened.
 * @typedef {{ reviewer: string, text: string, golden: number | null }} Statement
 * @typedef {{ project: string, judge: string, pr: string, goldens: number, reviewers: string[], statements: Statement[] }} PullRequest
 */

/**
 * Reads every project of a folder: one JSON file each, `{ judge: [{ pr, goldens, reviewers }] }`.
 *
 * @param {string} folder
 * @returns {PullRequest[]}
 */
export function readData(folder) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  if (files.length === 0) throw new Error(`${folder} holds no *.json file`);
  return files.flatMap((file) =>
    pullRequestsOf(
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ),
  );
}

/**
 * @param {string} project
 * @param {Record<string, { pr: string, goldens: unknown[], reviewers: Record<string, { text: string, golden: number | null }[]> }[]>} judges
 * @returns {PullRequest[]}
 */
function pullRequestsOf(project, judges) {
  return Object.entries(judges).flatMap(([judge, pullRequests]) =>
    pullRequests.map(({ pr, goldens, reviewers }) => ({
      project,
      judge,
      pr,
      goldens: goldens.length,
      reviewers: Object.keys(reviewers),
      statements: Object.entries(reviewers).flatMap(([reviewer, statements]) =>
        statements.map(({ text, golden }) => ({ reviewer, text, golden })),
      ),
    })),
  );
}
