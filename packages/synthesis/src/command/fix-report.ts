import { Conflict, Cost, type FixInput, type FixReport } from '@magi/contracts';
import { z } from 'zod';
import { dispositionOf, failed } from '../report-parts.ts';

/** What a fixer may say about its work, as the last line of its output. */
const SaidReport = z.object({
  outcome: z.enum(['changed', 'no_change', 'failed', 'conflict']).optional(),
  reason: z.string().optional(),
  dispositions: z
    .array(
      z.object({
        finding: z.string(),
        value: z.enum(['fixed', 'declined', 'deferred', 'refuted', 'accepted_risk']),
        reason: z.string(),
      }),
    )
    .optional(),
  conflicts: z.array(Conflict).optional(),
  cost: Cost.optional(),
});

/**
 * Reads a fixer's own report.
 *
 * No report is fine: whether files changed is measured by the caller. A last line that is JSON but
 * not a report makes the attempt fail, because a fixer that cannot say what it means must not be
 * believed. A conflict without any `conflicts` is a failure too.
 */
export function readReport(stdout: string, input: FixInput): FixReport {
  const said = lastJson(stdout);
  if (said === undefined) return { outcome: 'changed', dispositions: [], conflicts: [] };
  const parsed = SaidReport.safeParse(said);
  if (!parsed.success)
    return failed(`the fixer's report is not valid: ${firstIssue(parsed.error)}`);
  const { outcome = 'changed', reason, dispositions = [], conflicts = [], cost } = parsed.data;
  if (outcome === 'conflict' && conflicts.length === 0)
    return failed('the fixer reported a conflict and named none');
  return {
    outcome: conflicts.length > 0 ? 'conflict' : outcome,
    dispositions: dispositions.flatMap((entry) => dispositionOf(entry, input, 'fixer')),
    conflicts,
    ...(reason === undefined ? {} : { reason }),
    ...(cost === undefined ? {} : { cost }),
  };
}

function lastJson(stdout: string): unknown {
  const line = stdout.trim().split('\n').at(-1)?.trim() ?? '';
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.') || 'the object'}: ${issue.message}` : error.message;
}
