import type { Finding, Gate, GateResult, MergedCheck, Severity } from '@magi/contracts';
import { isAtLeast } from '@magi/contracts';
import { evaluateExpression, type GateValue } from './evaluate-expression.ts';
import { parseGateExpression } from './gate-expression.ts';
import { plural } from './line-text.ts';
import { unlistedFailsAt } from './standing.ts';

/** What a gate looks at: the merged checks, and the findings that count against the change. */
export type GateParts = {
  readonly checks: readonly MergedCheck[];
  readonly findings: readonly Pick<Finding, 'severity' | 'check' | 'origin'>[];
};

const severities: readonly Severity[] = ['critical', 'warning', 'info'];

/**
 * The gate with its preset spelt out as per-severity maxima; what the protocol states wins.
 *
 * `all_pass` is critical 0 and warning 0; `majority_pass` is critical 0, warning 0 and info 2
 * (seed 004, whose Critical, Major and Minor these are).
 */
export function resolveGate(gate: Gate): Gate {
  switch (gate.preset) {
    case 'all_pass':
      return { ...gate, max: { critical: 0, warning: 0, ...gate.max } };
    case 'majority_pass':
      return { ...gate, max: { critical: 0, warning: 0, info: 2, ...gate.max } };
    default:
      return gate;
  }
}

/**
 * Says whether a consolidation passes a gate, with one sentence per failure.
 *
 * All parts must hold: the maxima, every check (unless `ignore`), no unlisted issue of weight
 * (unless `ignore`), and the expression. An expression that cannot be read or computed fails.
 */
export function evaluateGate(parts: GateParts, gate: Gate): GateResult {
  const resolved = resolveGate(gate);
  const failures = [
    ...(gate.checks === 'and' ? failedChecks(parts.checks) : []),
    ...(gate.unlisted === 'block' ? unlistedFailures(parts.findings) : []),
    ...severities.flatMap((severity) => exceeded(parts, resolved, severity)),
    ...expressionFailures(parts, gate),
  ];
  return { passed: failures.length === 0, failures, warnings: presetWarnings(gate) };
}

function failedChecks(checks: readonly MergedCheck[]): string[] {
  return checks
    .filter((check) => check.value === 'false')
    .map((check) => `${check.id} is false: ${check.reason}`);
}

function unlistedFailures(findings: GateParts['findings']): string[] {
  const count = findings.filter(
    ({ check, severity }) => check === null && isAtLeast(severity, unlistedFailsAt),
  ).length;
  return count === 0 ? [] : [`${plural(count, 'issue')} outside of all checklists`];
}

function exceeded(parts: GateParts, gate: Gate, severity: Severity): string[] {
  const allowed = gate.max[severity];
  const count = countOf(parts, severity);
  if (allowed === undefined || count <= allowed) return [];
  return [`${plural(count, `${severity} finding`)}, at most ${allowed} allowed`];
}

function countOf({ findings }: GateParts, severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

function expressionFailures(parts: GateParts, gate: Gate): string[] {
  if (gate.expression === undefined) {
    return gate.preset === 'custom' ? ['the gate is custom and has no expression'] : [];
  }
  const parsed = parseGateExpression(gate.expression);
  if (!parsed.ok) return [`gate expression: ${parsed.error.message}`];
  const result = evaluateExpression(parsed.value, (name) => valueNamed(parts, name));
  if (!result.ok) return [`gate expression: ${result.error.message}`];
  if (typeof result.value !== 'boolean')
    return ['gate expression: it is a number, not a condition'];
  return result.value ? [] : [`gate expression is false: ${gate.expression}`];
}

/** Names of a gate expression: counts by severity, `findings.*`, `checks.*` and `check.<id>`. */
function valueNamed(parts: GateParts, name: string): GateValue | undefined {
  const checks = (value: MergedCheck['value']) =>
    parts.checks.filter((check) => check.value === value).length;
  const origin = (value: Finding['origin']) =>
    parts.findings.filter((finding) => finding.origin === value).length;
  if (name.startsWith('check.')) {
    const check = parts.checks.find(({ id }) => id === name.slice('check.'.length));
    return check === undefined ? undefined : check.value === 'true';
  }
  switch (name) {
    case 'critical':
    case 'warning':
    case 'info':
      return countOf(parts, name);
    case 'findings.total':
      return parts.findings.length;
    case 'findings.unlisted':
      return parts.findings.filter(({ check }) => check === null).length;
    case 'findings.introduced':
    case 'findings.pre_existing':
      return origin(name.slice('findings.'.length) as Finding['origin']);
    case 'checks.passed':
      return checks('true');
    case 'checks.failed':
      return checks('false');
    case 'checks.not_evaluated':
      return checks('not_evaluated');
    case 'checks.total':
      return parts.checks.length;
    default:
      return undefined;
  }
}

function presetWarnings(gate: Gate): string[] {
  if (gate.preset === 'majority_pass') {
    const warning =
      'majority_pass says nothing about warnings where it was first described; read as 0 here';
    return ['warning' in gate.max ? [] : [warning], stricterOnInfo(gate)].flat();
  }
  return [];
}

function stricterOnInfo(gate: Gate): string[] {
  return 'info' in gate.max
    ? []
    : ['majority_pass limits info findings to 2, which all_pass does not limit at all'];
}
