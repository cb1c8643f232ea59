import { parseGateExpression } from '@magi/consolidation';
import { Gate, MagiError, MergeRule, Severity } from '@magi/contracts';

/** What is judged differently. */
export interface OtherRules {
  readonly merge: MergeRule | null;
  readonly gate: Partial<Gate> | null;
  /** Checks that are taken off every checklist. */
  readonly without: readonly string[];
}

/**
 * Reads a merge rule: `and`, `k-of-n:2`, `veto:core,security` or `weighted:0.5:core=2,security=1`.
 *
 * @throws `MAGI_RULE_INVALID`, exit 2
 */
export function parseRule(text: string): MergeRule {
  const [kind = '', first = '', second = ''] = text.split(':');
  const shapes: Readonly<Record<string, unknown>> = {
    and: { kind: 'and' },
    'k-of-n': { kind: 'k_of_n', k: Number(first) },
    veto: { kind: 'veto', by: first.split(',').filter((name) => name !== '') },
    weighted: { kind: 'weighted', threshold: Number(first), weights: weightsOf(second) },
  };
  const parsed = MergeRule.safeParse(Object.hasOwn(shapes, kind) ? shapes[kind] : null);
  if (parsed.success) return parsed.data;
  throw invalid(
    `"${text}" is no merge rule.`,
    'Write and, k-of-n:2, veto:core or weighted:0.5:core=2,security=1.',
  );
}

/**
 * Reads a gate: a preset, maxima such as `critical=0,warning=3`, or an expression over counts and
 * checks.
 *
 * @throws `MAGI_RULE_INVALID`, exit 2
 */
export function parseGate(text: string): Partial<Gate> {
  if (text === 'all_pass' || text === 'majority_pass') return { preset: text };
  if (/^\w+=\d+(,\w+=\d+)*$/.test(text)) {
    const max = Object.fromEntries(
      text.split(',').map((part) => {
        const [name = '', limit = ''] = part.split('=');
        return [name, Number(limit)];
      }),
    );
    const parsed = Gate.shape.max.safeParse(max);
    if (parsed.success) return { max: parsed.data };
    throw invalid(`"${text}" names no severity.`, `Severities are ${Severity.options.join(', ')}.`);
  }
  const expression = parseGateExpression(text);
  if (expression.ok) return { preset: 'custom', expression: text };
  throw invalid(
    `"${text}" is no gate: ${expression.error.message}.`,
    'For example: critical == 0 && warning <= 3',
  );
}

function weightsOf(text: string): Readonly<Record<string, number>> {
  const pairs = text.split(',').filter((part) => part !== '');
  return Object.fromEntries(
    pairs.map((part) => {
      const [name = '', weight = '1'] = part.split('=');
      return [name, Number(weight)];
    }),
  );
}

function invalid(message: string, hint: string): MagiError {
  return new MagiError('MAGI_RULE_INVALID', message, { hint, exitCode: 2 });
}
