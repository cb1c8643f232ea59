import {
  type Assertion,
  byText,
  isAtLeast,
  type ReportedFinding,
  type Review,
  type SarifSource,
  type ScanContext,
  type ScanInput,
  type Scanner,
  type ScannerSpec,
} from '@magi/contracts';
import picomatch from 'picomatch';
import { addedLines } from '../change/line-set.ts';
import { failedReview } from '../review/failed-review.ts';
import { type ImportedLog, type ImportedResult, readSarif } from './sarif-log.ts';

/** Where the text of a SARIF log comes from: a file, or a command's standard output. */
export type SarifText = (
  source: SarifSource,
  signal: AbortSignal,
) => Promise<
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }
>;

/**
 * Any tool that speaks SARIF 2.1.0 as a scanner.
 *
 * Rules are mapped to checks by the source's globs, the first that matches; results of other rules
 * are unlisted issues. Only results on added lines count. A check is true when the tool succeeded
 * and reported nothing for it. No text, a text that is not SARIF, or a tool that says it failed:
 * the review has failed, and nothing it says counts.
 */
export function createSarifScanner(
  spec: ScannerSpec,
  source: SarifSource,
  readText: SarifText,
): Scanner {
  return {
    spec,
    async scan(input: ScanInput, context: ScanContext): Promise<Review> {
      const text = await readText(source, context.signal);
      if (!text.ok) return failedReview(input, text.reason);
      const log = readSarif(text.text);
      if (!log.ok) return failedReview(input, log.error.message);
      const [broken] = log.value.failed;
      if (broken !== undefined)
        return failedReview(input, `${broken} says that it did not succeed`);
      return reviewOf(input, source, log.value);
    },
  };
}

function reviewOf(
  { scanner, candidate }: ScanInput,
  source: SarifSource,
  log: ImportedLog,
): Review {
  const files = new Map(candidate.files.map((file) => [file.path, file]));
  const checkOf = checkMapper(source);
  const findings: ReportedFinding[] = [];
  let elsewhere = 0;
  for (const result of log.results) {
    const file = result.file === null ? undefined : files.get(result.file);
    const isAdded =
      file !== undefined &&
      (result.side === 'base' || result.diffLevel || addedLines(file.hunks).has(result.line));
    if (isAdded) findings.push(findingOf(result, checkOf));
    else elsewhere += 1;
  }
  return {
    scanner: scanner.id,
    role: scanner.role,
    tree: candidate.head.tree,
    status: 'completed',
    assertions: scanner.checks.map(({ id, failAt }): Assertion => {
      const fails = findings.some(
        (finding) => finding.check === id && isAtLeast(finding.severity, failAt),
      );
      return { check: id, value: fails ? 'false' : 'true' };
    }),
    findings: findings.sort(byPlace),
    coverage: candidate.files.map(({ path, excluded }) =>
      excluded === undefined
        ? { file: path, state: 'partial', reason: 'an imported report does not say what it saw' }
        : { file: path, state: 'excluded', reason: excluded },
    ),
    ...(elsewhere > 0 && { notes: [`${elsewhere} results lie on lines that were not added`] }),
    tools: { ...log.tools },
  };
}

function findingOf(
  result: ImportedResult,
  checkOf: (rule: string) => string | undefined,
): ReportedFinding {
  const { tool, rule, severity, message, file, line, endLine, snippet, suggestion, side, symbol } =
    result;
  const check = checkOf(rule) ?? result.check;
  return {
    ...(check !== undefined && { check }),
    rule,
    severity,
    file: file ?? '',
    line,
    ...(endLine !== undefined && endLine >= line && { endLine }),
    ...(side !== undefined && { side }),
    ...(symbol !== undefined && { symbol }),
    ...(result.diffLevel && { diffLevel: true }),
    message,
    evidence: (snippet ?? '').split('\n')[0]?.trim() ?? '',
    ...(suggestion !== undefined && { suggestion }),
    tool,
  };
}

/** The first glob that a rule id matches decides; `*` takes what is left. */
function checkMapper({ checks }: SarifSource): (rule: string) => string | undefined {
  const rows = Object.entries(checks).map(([glob, check]) => ({
    matches: picomatch(glob, { nobrace: true, bash: true }),
    glob,
    check,
  }));
  return (rule) => rows.find(({ glob, matches }) => glob === rule || matches(rule))?.check;
}

function byPlace(a: ReportedFinding, b: ReportedFinding): number {
  return (
    byText(a.file, b.file) ||
    a.line - b.line ||
    byText(a.rule, b.rule) ||
    byText(a.message, b.message)
  );
}
