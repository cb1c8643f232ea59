import { fail, ok, type Result } from '@magi/contracts';
import type { GateExpression } from './gate-expression.ts';

export type GateValue = number | boolean;
export type EvaluationFailure = {
  readonly kind: 'unknown-name' | 'wrong-type';
  readonly message: string;
};
type Evaluated = Result<GateValue, EvaluationFailure>;

/** Computes a parsed gate expression; names come from `valueNamed`, which answers undefined for none. */
export function evaluateExpression(
  expression: GateExpression,
  valueNamed: (name: string) => GateValue | undefined,
): Evaluated {
  switch (expression.kind) {
    case 'literal':
      return ok(expression.value);
    case 'name': {
      const value = valueNamed(expression.name);
      const message = `a gate expression knows no name "${expression.name}"`;
      return value === undefined ? fail({ kind: 'unknown-name', message }) : ok(value);
    }
    case 'not': {
      const operand = evaluateExpression(expression.operand, valueNamed);
      if (!operand.ok) return operand;
      return typeof operand.value === 'boolean' ? ok(!operand.value) : wrongType('!', 'a boolean');
    }
    case 'binary': {
      // Both sides are always evaluated, so that a mistake shows on every input.
      const left = evaluateExpression(expression.left, valueNamed);
      const right = evaluateExpression(expression.right, valueNamed);
      if (!left.ok) return left;
      return right.ok ? combine(expression.operator, left.value, right.value) : right;
    }
  }
}

type Operator = Extract<GateExpression, { kind: 'binary' }>['operator'];

function combine(operator: Operator, left: GateValue, right: GateValue): Evaluated {
  if (operator === '==' || operator === '!=') {
    if (typeof left !== typeof right) return wrongType(operator, 'two values of one type');
    return ok((left === right) === (operator === '=='));
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') {
    if (operator === '&&') return ok(left && right);
    return operator === '||' ? ok(left || right) : wrongType(operator, 'numbers');
  }
  if (typeof left !== 'number' || typeof right !== 'number') {
    const isLogical = operator === '&&' || operator === '||';
    return wrongType(operator, isLogical ? 'booleans' : 'numbers');
  }
  switch (operator) {
    case '<=':
      return ok(left <= right);
    case '>=':
      return ok(left >= right);
    case '<':
      return ok(left < right);
    case '>':
      return ok(left > right);
    case '+':
      return ok(left + right);
    case '-':
      return ok(left - right);
    case '*':
      return ok(left * right);
    case '&&':
    case '||':
      return wrongType(operator, 'booleans');
  }
}

function wrongType(operator: string, wanted: string): Evaluated {
  return fail({ kind: 'wrong-type', message: `"${operator}" needs ${wanted}` });
}
