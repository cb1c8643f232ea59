import { functionAround, mentions } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { declaredName } from '../../facts/symbol.ts';
import { type CatchClause, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';
import { hasReason, isTrivial } from './handler-body.ts';

/** A plausible value in place of an error. */
export const returnsNoSilentDefault: BuiltinCheck = {
  id: 'returns_no_silent_default',
  script: { CatchClause: look },
  python: { SIM105: { severity: 'info' } },
};

function look(node: CatchClause, file: ScriptFile): void {
  const [only, ...others] = node.block.statements;
  if (only === undefined || others.length > 0 || !ts.isReturnStatement(only)) return;
  if (file.isTest || !isTrivial(only.expression) || usesError(node)) return;
  const isExpected = hasReason(node.block, file) || asksWhether(node);
  file.report(node, {
    rule: isExpected ? 'default-for-error-explained' : 'default-for-error',
    severity: isExpected ? 'info' : 'warning',
    message: `Every error becomes ${only.expression?.getText(file.source) ?? 'undefined'}, the expected and the unexpected alike.`,
    suggestion: 'Return the default for the error that is expected, and throw the others on.',
  });
}

function usesError(node: CatchClause): boolean {
  const name = node.variableDeclaration?.name;
  return name !== undefined && ts.isIdentifier(name) && mentions(node.block, name.text);
}

/** `isX`, `exists`, `tryX`: the answer "no" is the purpose of the function. */
function asksWhether(node: CatchClause): boolean {
  const around = functionAround(node);
  const name = around === null ? undefined : declaredName(around);
  return /^(?:is|has|can|exists|try|safe|maybe|supports|file|path)(?:[A-Z_]|$)|Exists$|OrNull$/.test(
    name ?? '',
  );
}
