import type { ReviewOutput } from '@magi/contracts';
import { groupByFile } from './finding-order.ts';
import { style } from './html-style.ts';
import { htmlText } from './html-text.ts';
import { safeLines } from './plain-text.ts';
import type { ReportedFinding, Reporter } from './report-context.ts';
import { candidateText, countsText, evaluatedText } from './verdict-text.ts';

/** One HTML file that needs nothing else: no script, no network, reviewed text only as text. */
export const html: Reporter = (review, context) =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>magi: ${review.verdict}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    heading(review),
    ...groupByFile(review.findings).map(
      ({ file, findings }) =>
        `<section><h2><code>${htmlText(file)}</code></h2>${findings.map(article).join('\n')}</section>`,
    ),
    unfinished(review),
    checks(review),
    coverage(review),
    '</main>',
    `<footer class="soft"><p>run ${htmlText(review.run.id)}, protocol ${htmlText(review.run.protocol)}, magi ${htmlText(context.version)}</p></footer>`,
    '</body>',
    '</html>',
    '',
  ]
    .filter((part, index, parts) => part !== '' || index === parts.length - 1)
    .join('\n');

function heading(review: ReviewOutput): string {
  const reasons = review.reasons.map((reason) => `<li>${htmlText(reason)}</li>`).join('');
  return [
    `<h1 class="${review.verdict}">${review.verdict}</h1>`,
    `<p>${htmlText(countsText(review))}; ${htmlText(evaluatedText(review))}.</p>`,
    `<p class="soft">${htmlText(candidateText(review))}</p>`,
    reasons === '' ? '' : `<ul>${reasons}</ul>`,
  ].join('\n');
}

function article(finding: ReportedFinding): string {
  const scanners = [...new Set(finding.voices.map((voice) => voice.scanner))].join(', ');
  const advice =
    finding.suggestion === undefined ? '' : `<p>Suggestion: ${htmlText(finding.suggestion)}</p>`;
  const quote =
    finding.evidence.trim() === ''
      ? ''
      : `<pre>${htmlText(safeLines(finding.evidence).join('\n'))}</pre>`;
  return [
    `<article id="${htmlText(finding.id)}">`,
    `<p><strong>${finding.severity}${finding.gating ? ', gating' : ''}</strong>, line ${finding.line}: ${htmlText(finding.message)}</p>`,
    quote,
    advice,
    `<p class="soft"><code>${htmlText(finding.check ?? finding.rule)}</code> by ${htmlText(scanners)}, ${htmlText(finding.id)}</p>`,
    '</article>',
  ].join('\n');
}

function unfinished(review: ReviewOutput): string {
  if (review.incomplete.length === 0) return '';
  const rows = review.incomplete.map(
    ({ scanner, status, reason }) =>
      `<li><code>${htmlText(scanner)}</code> ${htmlText(status)}: ${htmlText(reason)}</li>`,
  );
  return `<section><h2>Scanners that did not finish</h2><ul>${rows.join('')}</ul></section>`;
}

function checks(review: ReviewOutput): string {
  const words = { true: 'pass', false: 'fail', not_evaluated: 'not evaluated' };
  const rows = review.checks.map(
    (check) =>
      `<tr><td><code>${htmlText(check.id)}</code></td><td class="${check.value}">${words[check.value]}</td><td>${htmlText(check.statement)}<br><span class="soft">${htmlText(check.reason)}</span></td></tr>`,
  );
  return table('Checks', ['check', 'value', 'statement'], rows);
}

function coverage(review: ReviewOutput): string {
  const rows = review.coverage.map(
    (row) =>
      `<tr><td><code>${htmlText(row.file)}</code></td><td>${row.state}</td><td class="soft">${htmlText(Object.values(row.reasons ?? {}).join('; '))}</td></tr>`,
  );
  return table('Coverage', ['file', 'state', 'reason'], rows);
}

function table(title: string, columns: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return '';
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<section><h2>${title}</h2><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></section>`;
}
