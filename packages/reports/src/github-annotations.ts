import { sanitiseForTerminal } from '@magi/contracts';
import { worstFirst } from './finding-order.ts';
import { oneLine, safeLines } from './plain-text.ts';
import type { ReportedFinding, Reporter } from './report-context.ts';
import { verdictText } from './verdict-text.ts';

/** GitHub keeps the first ten annotations of each kind of a step and drops the others silently. */
const PER_KIND = 10;

type Kind = 'error' | 'warning' | 'notice';

/**
 * Workflow commands (`::error file=…::…`), worst first. What does not fit is counted in plain
 * words, so that nothing is missing silently.
 */
export const githubAnnotations: Reporter = (review) => {
  const room: Record<Kind, number> = { error: PER_KIND, warning: PER_KIND, notice: PER_KIND };
  const lines: string[] = [];
  for (const { scanner, status, reason } of review.incomplete) {
    if (room.error === 0) break;
    room.error -= 1;
    lines.push(command('error', { title: `magi: ${scanner} ${status}` }, oneLine(reason)));
  }
  let left = 0;
  for (const finding of worstFirst(review.findings)) {
    const kind = kindOf(finding);
    if (room[kind] === 0) left += 1;
    else {
      room[kind] -= 1;
      lines.push(annotation(kind, finding));
    }
  }
  if (left > 0)
    lines.push(`${left} more of ${review.findings.length} findings have no annotation.`);
  return `${[...lines, verdictText(review)].join('\n')}\n`;
};

function kindOf(finding: ReportedFinding): Kind {
  if (finding.gating || finding.severity === 'critical') return 'error';
  return finding.severity === 'warning' ? 'warning' : 'notice';
}

function annotation(kind: Kind, finding: ReportedFinding): string {
  // The line of a removed text does not exist in the file that GitHub shows.
  const place =
    finding.side === 'base'
      ? {}
      : { line: `${finding.line}`, endLine: `${finding.endLine ?? finding.line}` };
  const title = `magi: ${oneLine(finding.check ?? finding.rule)}`;
  const message = [
    ...safeLines(finding.message),
    ...(finding.suggestion === undefined ? [] : safeLines(finding.suggestion)),
  ].join('\n');
  // Such a name annotates nothing, but the log of a step is shown on terminals too.
  return command(kind, { file: sanitiseForTerminal(finding.file), ...place, title }, message);
}

function command(kind: Kind, properties: Record<string, string>, message: string): string {
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(value)}`,
  );
  return `::${kind} ${list.join(',')}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
