import { ts } from 'ts-morph';
import { TaintLimits } from '../taint-limits.ts';

const Kind = ts.SyntaxKind;

/** Text put together: a template, a concatenation, or a call of `concat`, `join` or `format`. */
export type CompositionNode = ts.TemplateExpression | ts.BinaryExpression | ts.CallExpression;

/** A call or a construction. */
export type CallNode = ts.CallExpression | ts.NewExpression;

/** Everything the walk collects. */
export interface Collected {
  readonly declarations: ts.Node[];
  readonly loops: ts.ForInOrOfStatement[];
  conditions: ts.Expression[];
  calls: CallNode[];
  assignments: ts.BinaryExpression[];
  properties: ts.PropertyAssignment[];
  attributes: ts.JsxAttribute[];
  compositions: CompositionNode[];
  strings: ts.StringLiteralLike[];
  regexes: ts.RegularExpressionLiteral[];
}

/**
 * Sorts the nodes of a file by kind, types left out.
 *
 * Walks with its own stack: the depth of hostile input must not become depth of calls.
 */
export function collectNodes(root: ts.SourceFile): Collected & { readonly isTruncated: boolean } {
  const nodes: Collected = {
    declarations: [],
    loops: [],
    conditions: [],
    calls: [],
    assignments: [],
    properties: [],
    attributes: [],
    compositions: [],
    strings: [],
    regexes: [],
  };
  const stack: ts.Node[] = [root];
  const children: ts.Node[] = [];
  let seen = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    seen += 1;
    if (seen > TaintLimits.maxNodes) return { ...nodes, isTruncated: true };
    file(node, nodes);
    children.length = 0;
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined && !isType(child)) stack.push(child);
    }
  }
  return { ...nodes, isTruncated: false };
}

function file(node: ts.Node, nodes: Collected): void {
  switch (node.kind) {
    case Kind.VariableDeclaration:
    case Kind.Parameter:
    case Kind.FunctionDeclaration:
    case Kind.FunctionExpression:
    case Kind.ClassDeclaration:
    case Kind.ClassExpression:
    case Kind.ImportDeclaration:
    case Kind.ImportEqualsDeclaration:
    case Kind.PropertyDeclaration:
      nodes.declarations.push(node);
      return;
    case Kind.ForOfStatement:
    case Kind.ForInStatement:
      nodes.loops.push(node as ts.ForInOrOfStatement);
      return;
    case Kind.IfStatement:
    case Kind.SwitchStatement:
      nodes.conditions.push((node as ts.IfStatement).expression);
      return;
    case Kind.ConditionalExpression:
      nodes.conditions.push((node as ts.ConditionalExpression).condition);
      return;
    case Kind.CallExpression:
    case Kind.NewExpression:
      nodes.calls.push(node as CallNode);
      if (isComposing(node as CallNode)) nodes.compositions.push(node as ts.CallExpression);
      return;
    case Kind.BinaryExpression:
      fileBinary(node as ts.BinaryExpression, nodes);
      return;
    case Kind.PropertyAssignment:
      nodes.properties.push(node as ts.PropertyAssignment);
      return;
    case Kind.JsxAttribute:
      nodes.attributes.push(node as ts.JsxAttribute);
      return;
    case Kind.TemplateExpression:
      nodes.compositions.push(node as ts.TemplateExpression);
      return;
    case Kind.StringLiteral:
    case Kind.NoSubstitutionTemplateLiteral:
      nodes.strings.push(node as ts.StringLiteralLike);
      return;
    case Kind.RegularExpressionLiteral:
      nodes.regexes.push(node as ts.RegularExpressionLiteral);
      return;
    default:
  }
}

function fileBinary(node: ts.BinaryExpression, nodes: Collected): void {
  const operator = node.operatorToken.kind;
  if (operator === Kind.PlusToken) {
    const isInner =
      ts.isBinaryExpression(node.parent) && node.parent.operatorToken.kind === Kind.PlusToken;
    if (!isInner) nodes.compositions.push(node);
  } else if (operator >= Kind.FirstAssignment && operator <= Kind.LastAssignment) {
    nodes.assignments.push(node);
  } else if (operator === Kind.AmpersandAmpersandToken || operator === Kind.BarBarToken) {
    nodes.conditions.push(node.left);
  }
}

function isComposing(node: CallNode): boolean {
  const callee = node.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && /^(concat|join|format|sprintf)$/.test(name.text);
}

function isType(node: ts.Node): boolean {
  return (
    (node.kind >= Kind.FirstTypeNode && node.kind <= Kind.LastTypeNode) ||
    node.kind === Kind.InterfaceDeclaration ||
    node.kind === Kind.TypeAliasDeclaration
  );
}
