import type { Constraint, Finding } from '@magi/contracts';
import { lastRecord, type RunContext } from './run-context.ts';

/** What the next attempt is asked to satisfy. */
export interface Work {
  readonly constraints: Constraint[];
  readonly findings: Finding[];
}

/**
 * Chooses the work of the next attempt as the protocol's `fix.scope` says.
 *
 * Left out: what the fixer has declined before, where declining is allowed. A failed validation of
 * the candidate itself comes first and alone: nothing can be judged before it passes.
 */
export function workOf(context: RunContext): Work {
  const broken = brokenValidations(context);
  if (broken.length > 0) return { constraints: [...broken, ...context.guidance], findings: [] };
  const consolidation = lastRecord(context)?.consolidation;
  if (!consolidation) return { constraints: [...context.guidance], findings: [] };
  const declined = declinedFingerprints(context);
  const open = consolidation.findings.filter(({ fingerprint }) => !declined.has(fingerprint));
  const isOpen = (id: string) => open.some((finding) => finding.id === id);
  const constraints = consolidation.constraints.filter(
    ({ state, findings }) => state === 'open' && (findings.length === 0 || findings.some(isOpen)),
  );
  const { constraints: chosen, findings } = inScope(context, constraints, open);
  return { constraints: [...chosen, ...context.guidance], findings };
}

function inScope(
  context: RunContext,
  constraints: readonly Constraint[],
  findings: readonly Finding[],
): Work {
  const gating = findings.filter((finding) => finding.gating);
  switch (context.input.protocol.fix.scope) {
    case 'all':
      return { constraints: [...constraints], findings: [...findings] };
    case 'blocking':
      return { constraints: [...constraints], findings: gating };
    case 'one':
      return around(constraints, gating, gating.slice(0, 1));
    case 'batch':
      return around(constraints, gating, batchOf(gating, attemptsLeft(context)));
  }
}

/**
 * The findings of one file; of as many files as it takes to come through all of them with the
 * attempts that are left.
 */
function batchOf(gating: readonly Finding[], attempts: number | null): readonly Finding[] {
  const files = [...new Set(gating.map(({ file }) => file))];
  const share = attempts === null ? 1 : Math.ceil(files.length / Math.max(1, attempts));
  const chosen = new Set(files.slice(0, share));
  return gating.filter(({ file }) => chosen.has(file));
}

/** Attempts that may still be made, the one under way included; null without a limit. */
function attemptsLeft({ input, spent, attemptInFlight }: RunContext): number | null {
  const { attempts, attemptSpends } = input.protocol.budget;
  if (attempts === undefined) return null;
  const isPaid = attemptInFlight !== null && attemptSpends === 'start';
  return attempts - spent.attempts + (isPaid ? 1 : 0);
}

/** The chosen findings with their constraints; where no finding gates, the first constraint. */
function around(
  constraints: readonly Constraint[],
  gating: readonly Finding[],
  chosen: readonly Finding[],
): Work {
  const ids = new Set(chosen.map(({ id }) => id));
  const theirs = constraints.filter(({ findings }) => findings.some((id) => ids.has(id)));
  if (theirs.length > 0) return { constraints: theirs, findings: [...chosen] };
  const first = constraints.slice(0, 1);
  const named = new Set(first.flatMap(({ findings }) => findings));
  return { constraints: first, findings: gating.filter(({ id }) => named.has(id)) };
}

/** A failed validation of the candidate, as constraints. */
export function brokenValidations(context: RunContext): Constraint[] {
  return context.validations
    .filter(({ status }) => status === 'failed')
    .map(({ name, command, result }) => ({
      id: `validation.${name}`,
      key: `validation:${name}`,
      check: null,
      findings: [],
      text: `\`${command}\` must pass; it says: ${result}`,
      state: 'open',
    }));
}

function declinedFingerprints(context: RunContext): ReadonlySet<string> {
  if (context.input.protocol.fix.decline === 'forbid') return new Set();
  const declined = context.attempts
    .flatMap(({ dispositions }) => dispositions)
    .filter(({ value }) => value === 'declined');
  return new Set(declined.map(({ fingerprint }) => fingerprint));
}
