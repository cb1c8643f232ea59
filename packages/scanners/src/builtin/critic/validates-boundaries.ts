import { bare, calleeOf, calleeTail } from '../../facts/callee.ts';
import { functionAround } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type Expression, type Node, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

const guards =
  /\b(?:safeParse|parseAsync|validate\w*|assert\w*|is[A-Z]\w*|schema|Schema|decode|check[A-Z]\w*|ajv)\b|\btypeof\b|\binstanceof\b|Array\.isArray|\bin\s+\w|hasOwn|\.parse\((?!\s*(?:text|json|body|await|raw|data|str))/;

/** Data from outside that is given a type without being looked at. */
export const validatesBoundaries: BuiltinCheck = {
  id: 'validates_boundaries',
  script: {
    AsExpression: (node, file) => {
      if (isTrusting(node.type.getText(file.source))) look(node.expression, node, file);
    },
    VariableDeclaration: (node, file) => {
      if (node.type === undefined || node.initializer === undefined) return;
      if (isTrusting(node.type.getText(file.source))) look(node.initializer, node, file);
    },
  },
};

/** A type that claims something; `unknown` and the like claim nothing. */
function isTrusting(type: string): boolean {
  return !/^(?:unknown|any|object|\{\}|Record<string,\s*(?:unknown|any)>|\{ \[\w+: string\]: unknown \}|const|JsonValue|Json)$/.test(
    type,
  );
}

function look(value: Expression, at: Node, file: ScriptFile): void {
  if (file.isTest || ts.isAsExpression(value)) return;
  const source = externalSource(value);
  if (source === null) return;
  const scope = functionAround(at);
  const text = (scope ?? at.parent).getText(file.source).replace('JSON.parse', '');
  if (guards.test(text)) return;
  file.report(at, {
    rule: 'unchecked-boundary',
    severity: 'warning',
    message: `What ${source} returns is taken for a type that nothing has checked.`,
    suggestion: 'Parse it with a schema, or test the parts that are used.',
  });
}

/** Name of the call that brings data in from outside, or null. */
function externalSource(value: Expression): string | null {
  const call = bare(value);
  if (!ts.isCallExpression(call)) return null;
  if (calleeOf(call) === 'JSON.parse') {
    const argument = call.arguments[0];
    // Copying one's own value through text is not a boundary.
    return argument !== undefined && /JSON\.stringify/.test(argument.getText())
      ? null
      : 'JSON.parse';
  }
  const isBody = calleeTail(call) === 'json' && call.arguments.length === 0;
  return isBody && ts.isPropertyAccessExpression(call.expression) ? 'json()' : null;
}
