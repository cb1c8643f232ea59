import type { ReviewOutput } from '@magi/contracts';
import { costRows } from './cost-text.ts';
import { endingText } from './ending-text.ts';
import { groupByFile, worstFirst } from './finding-order.ts';
import { createPaint, type Paint } from './paint.ts';
import { count, oneLine, safeLines, safePath } from './plain-text.ts';
import type { ReportedFinding, Reporter } from './report-context.ts';
import {
  candidateText,
  countsText,
  evaluatedText,
  short,
  undecidedChecks,
} from './verdict-text.ts';

const MAX_QUOTED_LINES = 3;
/** More advice than this hides what has to be mended; what gates is always shown in full. */
const MAX_ADVICE = 20;
const MAX_REMARKS = 20;

/**
 * For people: the verdict first, then findings by file with the quoted line, then what failed, what
 * nobody could decide and what comes next.
 */
export const pretty: Reporter = (review, context) => {
  const paint = createPaint(context.colours);
  const sections = [
    heading(review, paint),
    findings(review, paint),
    setAside(review, paint),
    unfinished(review, paint),
    failedChecks(review, paint),
    unseen(review, paint),
    reviewers(review, paint),
    costs(review, paint),
    ending(review, paint),
    footer(review, paint),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
};

function heading(review: ReviewOutput, paint: Paint): string {
  const { text, colour } = {
    ACCEPT: { text: '✔ ACCEPT', colour: paint.green },
    REJECT: { text: '✖ REJECT', colour: paint.red },
    INCOMPLETE: { text: '◌ INCOMPLETE', colour: paint.yellow },
  }[review.verdict];
  const reasons =
    review.verdict === 'ACCEPT' ? [] : review.reasons.map((reason) => `  ${oneLine(reason)}`);
  return [
    `${paint.bold(colour(text))}  ${countsText(review)} · ${evaluatedText(review)}`,
    paint.dim(`  ${oneLine(candidateText(review))}, tree ${short(review.candidate.treeHash)}`),
    ...reasons,
  ].join('\n');
}

function findings(review: ReviewOutput, paint: Paint): string {
  const gating = review.findings.filter((finding) => finding.gating);
  const advice = worstFirst(review.findings.filter((finding) => !finding.gating));
  const files = groupByFile([...gating, ...advice.slice(0, MAX_ADVICE)]).map(
    ({ file, findings: group }) =>
      [paint.bold(safePath(file)), ...group.map((finding) => findingText(finding, paint))].join(
        '\n',
      ),
  );
  const left = advice.length - MAX_ADVICE;
  const more =
    left > 0 ? [paint.dim(`${left} more advice: --reporter concise lists all of it.`)] : [];
  return [...files, ...more].join('\n\n');
}

function findingText(finding: ReportedFinding, paint: Paint): string {
  const colour = finding.gating
    ? paint.red
    : finding.severity === 'info'
      ? paint.dim
      : paint.yellow;
  const mark = finding.gating ? '✖' : '•';
  const where = `${finding.line}`.padStart(5);
  const side = finding.side === 'base' ? ' (removed)' : '';
  const quoted = safeLines(finding.evidence).slice(0, MAX_QUOTED_LINES);
  const scanners = [...new Set(finding.voices.map((voice) => voice.scanner))].join(', ');
  return [
    `${paint.dim(where)} ${colour(`${mark} ${finding.severity}`)}  ${oneLine(finding.message)}${side}`,
    ...(finding.evidence.trim() === ''
      ? []
      : quoted.map((line) => `      ${paint.dim('│')} ${line}`)),
    ...(finding.suggestion === undefined ? [] : [`      → ${oneLine(finding.suggestion)}`]),
    paint.dim(`      ${oneLine(finding.check ?? finding.rule)} · ${scanners} · ${finding.id}`),
  ].join('\n');
}

/** What somebody answered before on the same lines; never left out, so that nothing is hidden. */
function setAside({ suppressed = [] }: ReviewOutput, paint: Paint): string {
  if (suppressed.length === 0) return '';
  return [
    paint.bold('Set aside'),
    ...suppressed.flatMap(({ finding, disposition }) => {
      const { value, by, reason } = disposition;
      const place = safePath(`${finding.file}:${finding.line}`);
      return [
        `  ${finding.severity}  ${place}  ${oneLine(finding.message)}`,
        paint.dim(`      ${value.replaceAll('_', ' ')} by ${oneLine(by)}: ${oneLine(reason)}`),
        paint.dim(`      ${oneLine(finding.check ?? finding.rule)} · ${finding.id}`),
      ];
    }),
  ].join('\n');
}

function unfinished(review: ReviewOutput, paint: Paint): string {
  if (review.incomplete.length === 0) return '';
  return [
    paint.bold('Scanners that did not finish'),
    ...review.incomplete.map(
      ({ scanner, status, reason }) => `  ${paint.yellow(scanner)}  ${status}: ${oneLine(reason)}`,
    ),
  ].join('\n');
}

function failedChecks(review: ReviewOutput, paint: Paint): string {
  const failed = review.checks.filter((check) => check.value === 'false');
  const undecided = undecidedChecks(review);
  return [
    ...(failed.length === 0 ? [] : [paint.bold('Checks that failed')]),
    ...failed.map((check) => `  ✖ ${check.id}  ${paint.dim(oneLine(check.statement))}`),
    ...(undecided.length === 0 ? [] : [paint.bold('Not evaluated')]),
    ...undecided.map((check) => `  – ${check.id}  ${paint.dim(oneLine(check.reason))}`),
  ].join('\n');
}

function unseen(review: ReviewOutput, paint: Paint): string {
  const rows = review.coverage.filter((row) => row.state !== 'seen');
  if (rows.length === 0) return '';
  return [
    paint.bold('Files not fully seen'),
    ...rows.map((row) => {
      const reasons = [...new Set(Object.values(row.reasons ?? {}))].map(oneLine).join('; ');
      return `  ${row.state.padEnd(8)} ${safePath(row.file)}${reasons === '' ? '' : paint.dim(`  ${reasons}`)}`;
    }),
  ].join('\n');
}

/** How agents answered: what they may be believed for, and what they did wrong. */
function reviewers(review: ReviewOutput, paint: Paint): string {
  const { faults = [], notes = [] } = review;
  const rows = [
    ...faults.map(({ scanner, fault }) => `  ${paint.yellow(oneLine(scanner))}  ${oneLine(fault)}`),
    ...notes.map(({ scanner, note }) => `  ${oneLine(scanner)}  ${paint.dim(oneLine(note))}`),
  ];
  if (rows.length === 0) return '';
  const left = rows.length - MAX_REMARKS;
  const more = left > 0 ? [paint.dim(`  ${left} more: magi explain ${review.run.id} SCANNER`)] : [];
  return [paint.bold('Reviewers'), ...rows.slice(0, MAX_REMARKS), ...more].join('\n');
}

function costs(review: ReviewOutput, paint: Paint): string {
  const rows = costRows(review.costs);
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(({ actor }) => actor.length));
  return [
    paint.bold('Cost'),
    ...rows.map(({ actor, text }) => `  ${oneLine(actor).padEnd(width)}  ${text}`),
  ].join('\n');
}

function ending(review: ReviewOutput, paint: Paint): string {
  const [first, ...rest] = endingText(review);
  if (first === undefined) return '';
  return [`${paint.bold('Ended')}  ${first}`, ...rest.map((line) => `  ${line}`)].join('\n');
}

function footer(review: ReviewOutput, paint: Paint): string {
  const seconds = (review.durationMs / 1000).toFixed(1);
  const rounds = `${count(review.rounds, 'review round')}, ${count(review.attempts, 'fix attempt')}`;
  return [
    ...review.signals.map((signal) => `${signal.detector}: ${oneLine(signal.message)}`),
    `${paint.dim(`run ${review.run.id} · ${review.run.protocol} · ${rounds} · ${seconds} s`)}`,
  ].join('\n');
}
