import type { ReviewOutput, Severity } from '@magi/contracts';
import type { Location, Log, ReportingDescriptor, Result, Run } from 'sarif';
import { worstFirst } from './finding-order.ts';
import { jsonDocument } from './json-text.ts';
import { lineHashes } from './line-hash.ts';
import type { ReportContext, ReportedFinding, Reporter } from './report-context.ts';
import { sarifFixes } from './sarif-fixes.ts';

/** GitHub reads at most this many results of a run; the worst ones come first. */
const MAX_RESULTS = 25_000;

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  warning: 'warning',
  info: 'note',
};

/**
 * SARIF 2.1.0, one run of one tool.
 *
 * `partialFingerprints` carries magi's own identity and, where the source text is known, the line
 * hash that GitHub dedupes by. `baselineState` compares with the round before; dispositions become
 * `suppressions`. The check of a finding stands in its property bag, so that a re-import is exact.
 */
export const sarif: Reporter = (review, context) => {
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run(review, context)],
  };
  return jsonDocument(log);
};

function run(review: ReviewOutput, context: ReportContext): Run {
  const suppressed = context.suppressed.map(({ finding, disposition }) => ({
    finding: finding as ReportedFinding,
    justification: `${disposition.value} by ${disposition.by}: ${disposition.reason}`,
  }));
  const open = worstFirst(review.findings);
  const rules = ruleTable([...open, ...suppressed.map((entry) => entry.finding)], review);
  const hashes = hashTable(context.sources);
  const states = baselineStates(context.earlier);
  const results = [
    ...open.map((finding) => result(finding, rules, hashes, states)),
    ...suppressed.map(({ finding, justification }) => ({
      ...result(finding, rules, hashes, states),
      suppressions: [{ kind: 'external' as const, status: 'accepted' as const, justification }],
    })),
    ...absent(review, context, rules, hashes),
  ];
  return {
    tool: {
      driver: {
        name: 'magi',
        semanticVersion: context.version,
        rules: [...rules.values()].map((entry) => entry.rule),
      },
    },
    automationDetails: { id: `magi/${review.run.protocol}/` },
    columnKind: 'utf16CodeUnits',
    invocations: [invocation(review)],
    results: results.slice(0, MAX_RESULTS),
    properties: { verdict: review.verdict, run: review.run.id, tree: review.candidate.treeHash },
  };
}

function invocation(review: ReviewOutput) {
  return {
    executionSuccessful: review.verdict !== 'INCOMPLETE',
    toolExecutionNotifications: review.incomplete.map(({ scanner, status, reason }) => ({
      level: 'error' as const,
      message: { text: `${scanner} ${status}: ${reason}` },
    })),
  };
}

type Rules = ReadonlyMap<string, { readonly index: number; readonly rule: ReportingDescriptor }>;

function ruleTable(findings: readonly ReportedFinding[], review: ReviewOutput): Rules {
  const statements = new Map(review.checks.map((check) => [check.id, check.statement]));
  const table = new Map<string, { index: number; rule: ReportingDescriptor }>();
  for (const { rule, check, severity } of findings) {
    if (table.has(rule)) continue;
    const text = (check === null ? undefined : statements.get(check)) ?? rule;
    const description: ReportingDescriptor = {
      id: rule,
      shortDescription: { text },
      defaultConfiguration: { level: levels[severity] },
      ...(check !== null && { properties: { tags: [check] } }),
    };
    table.set(rule, { index: table.size, rule: description });
  }
  return table;
}

function result(
  finding: ReportedFinding,
  rules: Rules,
  hashes: ReadonlyMap<string, readonly string[]>,
  states: (finding: ReportedFinding) => Result['baselineState'] | undefined,
): Result {
  const lineHash =
    finding.side === 'base' ? undefined : hashes.get(finding.file)?.[finding.line - 1];
  const state = states(finding);
  const fixes = sarifFixes(finding);
  return {
    ruleId: finding.rule,
    ruleIndex: rules.get(finding.rule)?.index ?? -1,
    level: levels[finding.severity],
    message: {
      text:
        finding.suggestion === undefined
          ? finding.message
          : `${finding.message}\n${finding.suggestion}`,
    },
    locations: [location(finding)],
    partialFingerprints: {
      'magi/v1': finding.fingerprint,
      ...(lineHash !== undefined && { primaryLocationLineHash: lineHash }),
    },
    rank: Math.round(finding.agreement * 100),
    ...(state !== undefined && { baselineState: state }),
    ...(fixes.length > 0 && { fixes }),
    properties: propertiesOf(finding),
  };
}

function propertiesOf(finding: ReportedFinding) {
  return {
    id: finding.id,
    check: finding.check,
    severity: finding.severity,
    gating: finding.gating,
    origin: finding.origin,
    message: finding.message,
    ...(finding.suggestion !== undefined && { suggestion: finding.suggestion }),
    ...(finding.side !== undefined && { side: finding.side }),
    ...(finding.symbol !== undefined && { symbol: finding.symbol }),
    ...(finding.diffLevel && { diffLevel: true }),
    scanners: [...new Set(finding.voices.map((voice) => voice.scanner))],
  };
}

function location(finding: ReportedFinding): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(finding.file) },
      region: {
        startLine: finding.line,
        ...(finding.endLine !== undefined && { endLine: finding.endLine }),
        ...(finding.evidence !== '' && { snippet: { text: finding.evidence } }),
      },
    },
  };
}

/** Findings of the round before that are gone; only they say that something was repaired. */
function absent(
  review: ReviewOutput,
  { earlier }: ReportContext,
  rules: Rules,
  hashes: ReadonlyMap<string, readonly string[]>,
): Result[] {
  const present = new Set(review.findings.map((finding) => finding.fingerprint));
  return (earlier ?? [])
    .filter((finding) => !present.has(finding.fingerprint))
    .map((finding) => result(finding, rules, hashes, () => 'absent'));
}

function baselineStates(earlier: readonly ReportedFinding[] | null) {
  if (earlier === null) return () => undefined;
  const known = new Set(earlier.map((finding) => finding.fingerprint));
  return (finding: ReportedFinding): Result['baselineState'] =>
    known.has(finding.fingerprint) ? 'unchanged' : 'new';
}

function hashTable(sources: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  return new Map([...sources].map(([path, text]) => [path, lineHashes(text)]));
}

function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
