import type { Severity } from '@magi/contracts';
import { ts } from 'ts-morph';
import { startFlow } from './flow/taint-of.ts';
import { findComputedMembers } from './match/computed-members.ts';
import { findProblems, type Problem } from './match/find-problems.ts';
import { findSlowRegexes } from './match/slow-regexes.ts';
import { readSource } from './model/source-model.ts';
import { enclosingFunction, isExported } from './model/syntax.ts';
import { allRules } from './rules/all-rules.ts';
import type { Rule } from './rules/rule.ts';
import { symbolAround } from './symbol-around.ts';
import type { TaintFinding, TaintLevel, TaintReport, TaintSource } from './taint-finding.ts';
import { brokenLimit, TaintLimits } from './taint-limits.ts';

const kinds = {
  ts: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
  js: ts.ScriptKind.JS,
  jsx: ts.ScriptKind.JSX,
} as const;

/**
 * Finds the places of one file where a value from outside does harm, and code that is insecure as
 * it stands. Syntax only: no import is followed, no type is computed. Never throws.
 *
 * @returns sorted by line, one per rule and line
 */
export function analyseTaint(source: TaintSource): readonly TaintFinding[] {
  return reportTaint(source).findings;
}

/** As `analyseTaint`, and says whether the file was too large to be seen whole. */
export function reportTaint(source: TaintSource): TaintReport {
  const limit = brokenLimit(source.text);
  if (limit !== undefined) return { findings: [], limit };
  try {
    return read(source);
  } catch {
    // Nesting beyond the stack of the parser, or text it was not made for.
    return { findings: [], limit: 'unreadable' };
  }
}

function read(source: TaintSource): TaintReport {
  const { file, text, language } = source;
  const sourceFile =
    source.parsed ?? ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kinds[language]);
  const model = readSource(sourceFile);
  const flow = startFlow(model);
  const problems = [
    ...findProblems(flow, allRules),
    ...findComputedMembers(flow),
    ...findSlowRegexes(flow),
  ];
  const findings = new Map<string, TaintFinding>();
  for (const problem of problems) {
    const finding = report(problem, source, sourceFile);
    const key = `${finding.line}\0${finding.rule}`;
    if ((findings.get(key)?.level ?? -1) < finding.level) findings.set(key, finding);
  }
  const sorted = [...findings.values()]
    .sort((left, right) => left.line - right.line || left.rule.localeCompare(right.rule))
    .slice(0, TaintLimits.maxFindings);
  return model.isTruncated ? { findings: sorted, limit: 'too-many-nodes' } : { findings: sorted };
}

function report(problem: Problem, source: TaintSource, sourceFile: ts.SourceFile): TaintFinding {
  const { rule, node, origin } = problem;
  const start = sourceFile.getLineAndCharacterOfPosition(placeOf(node).getStart(sourceFile));
  const endLine = lineOf(node.end, sourceFile);
  const level: TaintLevel = origin?.level ?? (problem.isUnknown === true ? 1 : 0);
  const symbol = symbolAround(node);
  return {
    rule: rule.rule,
    check: rule.check,
    cwe: rule.cwe,
    level,
    severity: severityOf(problem, level),
    line: start.line + 1,
    endLine,
    column: start.character + 1,
    message: rule.message,
    evidence: evidenceOf(rule, lineText(source.text, sourceFile, start.line)),
    suggestion: rule.suggestion,
    ...(symbol === undefined ? {} : { symbol }),
    trace: origin === undefined ? [] : traceOf(problem, source.file, sourceFile),
  };
}

/** In a chain of calls over several lines, the line of the call that is meant. */
function placeOf(node: ts.Node): ts.Node {
  const isChained = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
  return isChained && isBroken(node.expression) ? node.expression.name : node;
}

/** True when a line ends between what a member is read from and its name. */
function isBroken(node: ts.PropertyAccessExpression): boolean {
  const { text } = node.getSourceFile();
  return text.slice(node.expression.end, node.name.end).includes('\n');
}

function severityOf({ rule, node, isUnknown }: Problem, level: TaintLevel): Severity {
  if (level === 0 || level === 3 || rule.severity === 'info') return rule.severity;
  if (level === 2) return 'warning';
  const owner = enclosingFunction(node);
  const isReachable = isUnknown !== true && owner !== undefined && isExported(owner);
  return isReachable && rule.isGrave === true ? 'warning' : 'info';
}

function traceOf(problem: Problem, file: string, sourceFile: ts.SourceFile): TaintFinding['trace'] {
  const nodes = [problem.origin?.node, ...(problem.origin?.steps ?? []), problem.node];
  const lines = nodes.flatMap((node) =>
    node === undefined ? [] : [lineOf(node.getStart(sourceFile), sourceFile)],
  );
  return lines.filter((line, index) => line !== lines[index - 1]).map((line) => ({ file, line }));
}

/** What is quoted ends up in logs: of a line with a secret, only what stands in front of it. */
function evidenceOf(rule: Rule, line: string): string {
  if (rule.check !== 'exposes_no_secrets') return line;
  const quote = line.search(/['"`]/);
  return quote < 0 ? line : line.slice(0, quote).trimEnd();
}

function lineOf(position: number, sourceFile: ts.SourceFile): number {
  return sourceFile.getLineAndCharacterOfPosition(position).line + 1;
}

function lineText(text: string, sourceFile: ts.SourceFile, line: number): string {
  const starts = sourceFile.getLineStarts();
  return text.slice(starts[line], starts[line + 1]).trim();
}
