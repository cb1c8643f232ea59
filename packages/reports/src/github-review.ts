import type { ReviewOutput, TextFix } from '@magi/contracts';
import { worstFirst } from './finding-order.ts';
import { anchorInDiff, type DiffAnchor } from './hunk-anchor.ts';
import { jsonDocument } from './json-text.ts';
import { fenced, inlineCode, markdownLine } from './markdown-text.ts';
import { count, cutToBytes } from './plain-text.ts';
import type { ReportContext, ReportedFinding, Reporter } from './report-context.ts';
import { candidateText, countsText, evaluatedText } from './verdict-text.ts';

/** More inline comments than these bury a change; the others stand in the body. */
const MAX_COMMENTS = 30;
/** Limit of the body of a review. */
const LIMIT_BYTES = 65_535;

interface Comment {
  readonly path: string;
  readonly side: 'LEFT' | 'RIGHT';
  readonly line: number;
  readonly start_line?: number;
  readonly start_side?: 'LEFT' | 'RIGHT';
  readonly body: string;
}

/**
 * Payload for "create a review" of the GitHub API: one comment a finding, each inside a hunk.
 *
 * The event is always COMMENT: magi neither approves nor blocks by itself. A hidden marker in every
 * body (`magi:v1 fp=…`) is the key by which a poster updates a comment instead of adding a second
 * one. What lies outside the diff or over the limit is listed in the body.
 */
export const githubReview: Reporter = (review, context) => {
  const placed = worstFirst(review.findings).map((finding) => ({
    finding,
    anchor: anchorInDiff(finding, context.files),
  }));
  const inline = placed.filter((entry) => entry.anchor !== null).slice(0, MAX_COMMENTS);
  const shown = new Set(inline.map((entry) => entry.finding));
  const rest = placed.map((entry) => entry.finding).filter((finding) => !shown.has(finding));
  const comments = inline.flatMap(({ finding, anchor }) =>
    anchor === null ? [] : [commentOn(finding, anchor, context)],
  );
  const payload = {
    ...(/^[0-9a-f]{40,64}$/.test(review.candidate.head) && { commit_id: review.candidate.head }),
    event: 'COMMENT',
    body: bodyOf(review, rest),
    comments,
  };
  return jsonDocument(payload);
};

function commentOn(finding: ReportedFinding, anchor: DiffAnchor, context: ReportContext): Comment {
  const fix = suggestedLines(finding, context);
  const { path, side } = anchor;
  const startLine = fix?.line ?? anchor.startLine;
  const line = fix?.endLine ?? anchor.line;
  const advice = fix ?? finding.suggestion;
  const body = [
    `**${finding.severity}${finding.gating ? ', gating' : ''}** ${markdownLine(finding.message)}`,
    `${inlineCode(finding.check ?? finding.rule)}`,
    ...(typeof advice === 'string' ? [markdownLine(advice)] : []),
    ...(fix === null ? [] : [fenced(fix.replacement, 'suggestion')]),
    marker(finding),
  ].join('\n\n');
  return {
    path,
    side,
    ...(startLine < line && { start_line: startLine, start_side: side }),
    line,
    body,
  };
}

/** The one fix that a suggestion block can express: whole lines inside one hunk of the new side. */
function suggestedLines(finding: ReportedFinding, context: ReportContext): TextFix | null {
  const [fix, ...others] = finding.fixes ?? [];
  if (fix === undefined || others.length > 0 || finding.side === 'base') return null;
  if (fix.file !== finding.file || fix.endLine < fix.line) return null;
  const place = anchorInDiff(fix, context.files);
  return place?.startLine === fix.line && place.line === fix.endLine ? fix : null;
}

function bodyOf(review: ReviewOutput, rest: readonly ReportedFinding[]): string {
  const lines = rest.map(
    (finding) =>
      `- ${inlineCode(`${finding.file}:${finding.line}`)} **${finding.severity}** ${markdownLine(finding.message)}`,
  );
  const unfinished = review.incomplete.map(
    ({ scanner, status, reason }) => `- ${inlineCode(scanner)} ${status}: ${markdownLine(reason)}`,
  );
  const key = `<!-- magi:v1 review run=${review.run.id} tree=${review.candidate.treeHash} -->`;
  const text = [
    `**magi: ${review.verdict}.** ${countsText(review)}; ${evaluatedText(review)}.`,
    markdownLine(candidateText(review)),
    ...(unfinished.length > 0 ? ['Scanners that did not finish:', unfinished.join('\n')] : []),
    ...(lines.length > 0
      ? [`${count(lines.length, 'finding')} without a comment:`, lines.join('\n')]
      : []),
  ].join('\n\n');
  const room = LIMIT_BYTES - Buffer.byteLength(key) - 2;
  return `${cutToBytes(text, room, '(The rest does not fit here: read the full report.)')}\n\n${key}`;
}

function marker(finding: ReportedFinding): string {
  return `<!-- magi:v1 fp=${finding.fingerprint} -->`;
}
