import {
  byText,
  type Constraint,
  type Finding,
  type MergedCheck,
  type RoundRecord,
} from '@magi/contracts';
import { plural } from './line-text.ts';

/**
 * Lists what the next synthesis must satisfy: one constraint a false check, one a gating finding
 * that belongs to none. What an earlier round demanded and this one no longer does is `resolved`.
 *
 * @param findings open findings, `gating` decided
 * @param findingsOf ids of the gating findings behind a check
 */
export function constraintsOf(
  checks: readonly MergedCheck[],
  findings: readonly Finding[],
  findingsOf: (check: string) => readonly string[],
  history: readonly RoundRecord[],
): Constraint[] {
  const failed = checks.filter((check) => check.blocking && check.value === 'false');
  const ofChecks = failed.map((check) => checkConstraint(check, findings, findingsOf(check.id)));
  const covered = new Set(ofChecks.flatMap((constraint) => constraint.findings));
  const ofFindings = findings
    .filter((finding) => finding.gating && !covered.has(finding.id))
    .map(findingConstraint);
  const open = [...ofChecks, ...ofFindings];
  return [...open, ...resolvedSince(open, history)].sort((a, b) => order(a, b));
}

function checkConstraint(
  check: MergedCheck,
  findings: readonly Finding[],
  ids: readonly string[],
): Constraint {
  const places = findings
    .filter(({ id }) => ids.includes(id))
    .map((finding) => `${finding.file}:${finding.line} ${finding.message}`);
  const statement = check.statement === '' ? check.id : `${check.id} (${check.statement})`;
  const reasons = check.voices.flatMap((voice) =>
    voice.value === 'false' && voice.reason !== undefined
      ? [`${voice.scanner}: ${voice.reason}`]
      : [],
  );
  const because = places.length > 0 ? places : reasons;
  const text = `Make ${statement} true. ${plural(places.length, 'finding')}${because.length > 0 ? `: ${because.join('; ')}` : ''}`;
  return {
    id: check.id,
    key: check.id,
    check: check.id,
    findings: [...ids],
    text,
    state: 'open',
  };
}

function findingConstraint(finding: Finding): Constraint {
  return {
    id: finding.id,
    key: finding.fingerprint,
    check: finding.check,
    findings: [finding.id],
    text: `Resolve at ${finding.file}:${finding.line}: ${finding.message}`,
    state: 'open',
  };
}

function resolvedSince(
  open: readonly Constraint[],
  history: readonly RoundRecord[],
): readonly Constraint[] {
  const demanded = new Map<string, Constraint>();
  for (const { consolidation } of history) {
    for (const constraint of consolidation.constraints) demanded.set(constraint.key, constraint);
  }
  for (const { key } of open) demanded.delete(key);
  return [...demanded.values()].map((constraint) => ({ ...constraint, state: 'resolved' }));
}

function order(a: Constraint, b: Constraint): number {
  return byText(a.state, b.state) || byText(a.check ?? '~', b.check ?? '~') || byText(a.key, b.key);
}

/** The constraints that are still to be met. */
export function openConstraints(constraints: readonly Constraint[]): readonly Constraint[] {
  return constraints.filter((constraint) => constraint.state === 'open');
}
