import type { Consolidation, Finding, GsdIssue } from '@magi/contracts';
import { fail, GsdIssueBlock, ok, type Result } from '@magi/contracts';
import { parseDocument, stringify } from 'yaml';

export type IssueBlockFailure = {
  readonly kind:
    | 'no-marker'
    | 'both-markers'
    | 'no-block'
    | 'not-yaml'
    | 'wrong-shape'
    | 'disagrees';
  readonly message: string;
};

const PASSED = '## VERIFICATION PASSED';
const FOUND = '## ISSUES FOUND';
const FENCE = /^```ya?ml[ \t]*\r?\n([\s\S]*?)^```[ \t]*\r?$/m;

const severities = { critical: 'blocker', warning: 'warning', info: 'info' } as const;

/** What a checker returns for a round: a marker, and its issues as a fenced YAML block. */
export function checkerReturn({ verdict, findings, checks }: Consolidation): string {
  const issues = findings.map((finding) => issueOf(finding, checks));
  return [
    verdict === 'ACCEPT' ? PASSED : FOUND,
    '',
    '## Issues',
    '',
    '```yaml',
    fenceless(stringify({ issues }, { lineWidth: 0 })).trimEnd(),
    '```',
    '',
  ].join('\n');
}

/**
 * Reads what a checker returned. Found issues without a block that can be read are a failure, never
 * zero issues; so is a pass beside a blocker.
 */
export function readCheckerReturn(text: string): Result<GsdIssueBlock, IssueBlockFailure> {
  const lines = text.split(/\r?\n/);
  const [isPassed, hasFound] = [lines.includes(PASSED), lines.includes(FOUND)];
  if (isPassed && hasFound) return failed('both-markers', 'it says passed and not passed');
  if (!isPassed && !hasFound) return failed('no-marker', 'it says neither passed nor found');
  const source = FENCE.exec(text)?.[1];
  if (source === undefined) {
    return isPassed ? ok({ issues: [] }) : failed('no-block', 'issues were found and none is told');
  }
  const document = parseDocument(source);
  const [error] = document.errors;
  if (error !== undefined) return failed('not-yaml', error.message);
  const parsed = GsdIssueBlock.safeParse(document.toJS());
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return failed('wrong-shape', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const gating = parsed.data.issues.filter(({ severity }) => severity !== 'info').length;
  if (isPassed !== (gating === 0)) {
    const marker = isPassed ? PASSED : FOUND;
    return failed('disagrees', `"${marker}" beside ${gating} issues that block or warn`);
  }
  return ok(parsed.data);
}

function issueOf(finding: Finding, checks: Consolidation['checks']): GsdIssue {
  const { check, rule, severity, file, line, message, evidence, suggestion } = finding;
  const statement = checks.find(({ id }) => id === check)?.statement;
  const quoted = evidence.trim() === '' ? '' : ` (${evidence.trim()})`;
  return {
    plan: file,
    dimension: check ?? rule,
    severity: severities[severity],
    required_property: statement || `${rule} no longer applies to ${file}`,
    description: `${file}:${line}: ${message}${quoted}`,
    ...(suggestion !== undefined && { fix_hint: suggestion }),
  };
}

/** Reviewed text must not end the block that it stands in. */
function fenceless(yaml: string): string {
  return yaml.replace(/^(\s*)```/gm, '$1\u200b```');
}

function failed(
  kind: IssueBlockFailure['kind'],
  message: string,
): { readonly ok: false; readonly error: IssueBlockFailure } {
  return fail({ kind, message });
}
