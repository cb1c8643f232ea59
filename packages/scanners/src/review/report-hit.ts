import { byText, type ReportedFinding } from '@magi/contracts';
import type { FileHit } from '../builtin/check.ts';

/** Characters of evidence kept at most; a longer line is quoted in part. */
const maxEvidence = 400;

/** Makes a finding of a hit, quoting the line that it lies on. */
export function reportHit(
  check: string,
  hit: FileHit,
  lineText: (side: 'base' | 'head', file: string, line: number) => string,
): ReportedFinding {
  const quoted = hit.evidence ?? lineText(hit.side ?? 'head', hit.file, hit.line).trim();
  return {
    check,
    rule: hit.rule,
    severity: hit.severity,
    file: hit.file,
    line: hit.line,
    ...(hit.endLine > hit.line ? { endLine: hit.endLine } : {}),
    ...(hit.side === undefined ? {} : { side: hit.side }),
    message: hit.message,
    evidence: quoted.slice(0, maxEvidence),
    suggestion: hit.suggestion ?? `Change the line so that ${hit.rule} has nothing to say.`,
    ...(hit.symbol === undefined ? {} : { symbol: hit.symbol }),
    ...(hit.diffLevel === true ? { diffLevel: true } : {}),
    ...(hit.trace === undefined || hit.trace.length === 0 ? {} : { trace: [...hit.trace] }),
  };
}

/** Orders findings by place, then check, rule and message; the order is part of the result. */
export function byPlace(a: ReportedFinding, b: ReportedFinding): number {
  return (
    byText(a.file, b.file) ||
    a.line - b.line ||
    byText(a.check ?? '', b.check ?? '') ||
    byText(a.rule, b.rule) ||
    byText(a.message, b.message)
  );
}
