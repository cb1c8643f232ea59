import type { ReviewOutput } from '@magi/contracts';
import { endingText } from './ending-text.ts';
import { groupByFile } from './finding-order.ts';
import { fenced, inlineCode, markdownLine } from './markdown-text.ts';
import { cutToBytes, safeLines } from './plain-text.ts';
import type { ReportedFinding, Reporter } from './report-context.ts';
import { candidateText, countsText, evaluatedText, undecidedChecks } from './verdict-text.ts';

/** A step summary on GitHub holds one MiB. */
const LIMIT_BYTES = 1024 * 1024;

/** Markdown for step summaries and comments; reviewed text in it can do nothing. */
export const markdown: Reporter = (review) => {
  const sections = [
    `## magi: ${review.verdict}`,
    `${countsText(review)}; ${evaluatedText(review)}. ${markdownLine(candidateText(review))}`,
    ...review.reasons.slice(0, 10).map((reason) => `- ${markdownLine(reason)}`),
    ...groupByFile(review.findings).map(
      ({ file, findings }) => `### ${inlineCode(file)}\n\n${findings.map(item).join('\n')}`,
    ),
    setAside(review),
    unfinished(review),
    checks(review),
    ending(review),
    `<sub>run ${inlineCode(review.run.id)}, protocol ${inlineCode(review.run.protocol)}</sub>`,
  ];
  const text = `${sections.filter((section) => section !== '').join('\n\n')}\n`;
  return cutToBytes(text, LIMIT_BYTES, '\n(The rest does not fit here: read the full report.)\n');
};

function item(finding: ReportedFinding): string {
  const quote = safeLines(finding.evidence).slice(0, 5).join('\n');
  const scanners = [...new Set(finding.voices.map((voice) => voice.scanner))].join(', ');
  return [
    `- **${finding.severity}${finding.gating ? ', gating' : ''}** line ${finding.line}: ${markdownLine(finding.message)}`,
    `  ${inlineCode(finding.check ?? finding.rule)} by ${markdownLine(scanners)}`,
    ...(quote.trim() === '' ? [] : ['', indent(fenced(quote)), '']),
    ...(finding.suggestion === undefined
      ? []
      : [`  Suggestion: ${markdownLine(finding.suggestion)}`]),
  ].join('\n');
}

function ending(review: ReviewOutput): string {
  const lines = endingText(review);
  if (lines.length === 0) return '';
  return `### How it ended\n\n${lines.map((line) => `- ${markdownLine(line.trim())}`).join('\n')}`;
}

function setAside({ suppressed = [] }: ReviewOutput): string {
  if (suppressed.length === 0) return '';
  const rows = suppressed.map(({ finding, disposition: { value, by, reason } }) => {
    const place = inlineCode(`${finding.file}:${finding.line}`);
    const why = markdownLine(`${value.replaceAll('_', ' ')} by ${by}: ${reason}`);
    return `- ${finding.severity} ${place} ${markdownLine(finding.message)} (${why})`;
  });
  return `### Set aside\n\n${rows.join('\n')}`;
}

function unfinished(review: ReviewOutput): string {
  if (review.incomplete.length === 0) return '';
  const rows = review.incomplete.map(
    ({ scanner, status, reason }) => `- ${inlineCode(scanner)} ${status}: ${markdownLine(reason)}`,
  );
  return `### Scanners that did not finish\n\n${rows.join('\n')}`;
}

function checks(review: ReviewOutput): string {
  const marks = { true: 'pass', false: '**fail**', not_evaluated: 'not evaluated' };
  const rows = review.checks.map(
    (check) =>
      `| ${inlineCode(check.id)} | ${marks[check.value]} | ${markdownLine(check.reason)} |`,
  );
  if (rows.length === 0) return '';
  const undecided = undecidedChecks(review).length;
  const summary = `Checks: ${rows.length - undecided} decided, ${undecided} not evaluated`;
  return `<details><summary>${summary}</summary>\n\n| check | value | why |\n| --- | --- | --- |\n${rows.join('\n')}\n\n</details>`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
