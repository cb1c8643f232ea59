import { resolve } from 'node:path';
import type { ReviewOutput } from '@magi/contracts';
import { findReporter } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { type ReportSource, reportContext } from './report-context.ts';
import type { ReportTarget } from './report-target.ts';
import { writeOutput } from './write-output.ts';

/** Prints a review as the user asked: files first, then standard output. */
export async function printReview(
  { cwd, terminal, version }: CommandContext,
  review: ReviewOutput,
  targets: readonly ReportTarget[],
  source: Pick<ReportSource, 'context' | 'repository'>,
): Promise<void> {
  const context = await reportContext(review, {
    ...source,
    // Only the fingerprints of SARIF rest on the text.
    needsSources: targets.some(({ name }) => name === 'sarif'),
    version,
    colours: terminal.outColours,
  });
  for (const { name, file } of targets) {
    const report = findReporter(name);
    if (report === null) continue;
    if (file === null) terminal.out(report(review, context));
    else await writeOutput(resolve(cwd, file), report(review, { ...context, colours: false }));
  }
}

/** What is printed when nothing was asked for. */
export function reportTargets(
  asked: readonly ReportTarget[],
  isJson: boolean,
): readonly ReportTarget[] {
  if (isJson) return [...asked.filter(({ file }) => file !== null), { name: 'json', file: null }];
  if (asked.some(({ file }) => file === null)) return asked;
  return [...asked, { name: 'pretty', file: null }];
}
