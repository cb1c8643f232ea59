import { fail, ok, PipelineVerdict, type Result } from '@magi/contracts';

export type VerdictFailure = {
  readonly kind: 'no-verdict' | 'wrong-line' | 'wrong-count' | 'disagrees';
  readonly message: string;
};

const ISSUE = /^│\s+[├└]── \[(Critical|Major|Minor)\] (.*)$/;
const PLACE = /^(.*) — (.+):(\d+)$/;

/**
 * Reads the verdict tree that a reviewer of seed 004 prints.
 *
 * Lines before the tree do not count. What is in it and not of its form is a failure, and so are a
 * count of other issues than are listed, and a pass beside a critical or major one.
 */
export function readVerdictTree(text: string): Result<PipelineVerdict, VerdictFailure> {
  const lines = text.split(/\r?\n/);
  const start = lines.indexOf('[Review Verdict]');
  if (start < 0) return failed('no-verdict', 'there is no "[Review Verdict]"');
  const [status, iteration, count, ...rest] = lines
    .slice(start + 1)
    .filter((it) => it.trim() !== '');
  const said = {
    status: /^├── Status: (PASS|FAIL)$/.exec(status ?? '')?.[1],
    iteration: /^├── Iteration: (\d+)\/(\d+)$/.exec(iteration ?? ''),
    count: /^├── Issues Found: (\d+)$/.exec(count ?? '')?.[1],
  };
  const end = rest.findIndex((line) => line.startsWith('└── Summary: '));
  if (!said.status || !said.iteration || !said.count || end < 0) {
    return failed('wrong-line', 'status, iteration, count or summary is missing');
  }
  const issues = rest.slice(0, end).map(issueOf);
  const broken = issues.indexOf(null);
  if (broken >= 0) return failed('wrong-line', `"${rest[broken]}" is no issue`);
  if (issues.length !== Number(said.count)) {
    return failed('wrong-count', `it claims ${said.count} issues and lists ${issues.length}`);
  }
  const parsed = PipelineVerdict.safeParse({
    status: said.status,
    iteration: Number(said.iteration[1]),
    maxIterations: Number(said.iteration[2]),
    issues,
    summary: rest[end]?.slice('└── Summary: '.length) ?? '',
  });
  if (!parsed.success) return failed('wrong-line', parsed.error.issues[0]?.message ?? 'unreadable');
  const grave = parsed.data.issues.filter(({ severity }) => severity !== 'Minor').length;
  return parsed.data.status === 'PASS' && grave > 0
    ? failed('disagrees', `it passes beside ${grave} critical or major issues`)
    : ok(parsed.data);
}

function issueOf(line: string): PipelineVerdict['issues'][number] | null {
  const [, severity, text = ''] = ISSUE.exec(line) ?? [];
  if (severity !== 'Critical' && severity !== 'Major' && severity !== 'Minor') return null;
  const [, description = text, file = null, number] = PLACE.exec(text) ?? [];
  return { severity, description, file, line: number === undefined ? null : Number(number) };
}

function failed(
  kind: VerdictFailure['kind'],
  message: string,
): { readonly ok: false; readonly error: VerdictFailure } {
  return fail({ kind, message });
}
