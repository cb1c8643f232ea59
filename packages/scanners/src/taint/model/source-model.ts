import { ts } from 'ts-morph';
import { TaintLimits } from '../taint-limits.ts';
import type { Binding } from './binding.ts';
import { declareNames } from './declare-names.ts';
import { recordWrites } from './record-writes.ts';

/** Text put together: a template, a concatenation, or a call of `concat`, `join` or `format`. */
export type CompositionNode = ts.TemplateExpression | ts.BinaryExpression | ts.CallExpression;

/** A call or a construction. */
export type CallNode = ts.CallExpression | ts.NewExpression;

/**
 * One parsed file, read once: the nodes that rules look at, by kind and in source order, and the
 * names of every scope with all places that give them a value.
 */
export interface SourceModel {
  readonly sourceFile: ts.SourceFile;
  readonly calls: readonly CallNode[];
  readonly assignments: readonly ts.BinaryExpression[];
  readonly properties: readonly ts.PropertyAssignment[];
  readonly attributes: readonly ts.JsxAttribute[];
  /** Templates and concatenations, outermost only. */
  readonly compositions: readonly CompositionNode[];
  readonly strings: readonly ts.StringLiteralLike[];
  readonly regexes: readonly ts.RegularExpressionLiteral[];
  /** Conditions of `if`, `?:`, `&&`, `||` and `switch`. */
  readonly conditions: readonly ts.Expression[];
  readonly names: NameTable;
  /** Values given to `this.x` or to `name.x`, by class or by the text of the whole left side. */
  readonly fields: Map<string, ts.Expression[]>;
  /** Declared types of class fields and of constructor parameters that become fields. */
  readonly fieldTypes: Map<string, ts.TypeNode>;
  /** True when the file has more nodes than the engine reads. */
  readonly isTruncated: boolean;
}

/** Names by the node that opens their scope, and what each identifier resolved to. */
export interface NameTable {
  readonly scopes: Map<ts.Node, Map<string, Binding>>;
  readonly resolved: Map<ts.Identifier, Binding | undefined>;
}

/** Everything the walk collects. */
export interface Collected {
  readonly declarations: ts.Node[];
  readonly loops: ts.ForOfStatement[];
  conditions: ts.Expression[];
  calls: CallNode[];
  assignments: ts.BinaryExpression[];
  properties: ts.PropertyAssignment[];
  attributes: ts.JsxAttribute[];
  compositions: CompositionNode[];
  strings: ts.StringLiteralLike[];
  regexes: ts.RegularExpressionLiteral[];
}

const Kind = ts.SyntaxKind;

/** Reads a parsed file into a model; never follows an import. */
export function readSource(sourceFile: ts.SourceFile): SourceModel {
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
  const isTruncated = !collect(sourceFile, nodes);
  const names: NameTable = { scopes: new Map(), resolved: new Map() };
  const fields = new Map<string, ts.Expression[]>();
  declareNames(nodes.declarations, sourceFile, names);
  recordWrites(nodes, names, fields);
  const fieldTypes = readFieldTypes(nodes.declarations);
  return { sourceFile, ...nodes, names, fields, fieldTypes, isTruncated };
}

/** Walks with its own stack: the depth of hostile input must not become depth of calls. */
function collect(root: ts.Node, nodes: Collected): boolean {
  const stack: ts.Node[] = [root];
  const children: ts.Node[] = [];
  let seen = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    seen += 1;
    if (seen > TaintLimits.maxNodes) return false;
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
  return true;
}

function readFieldTypes(declarations: readonly ts.Node[]): Map<string, ts.TypeNode> {
  const types = new Map<string, ts.TypeNode>();
  for (const node of declarations) {
    const isField =
      ts.isPropertyDeclaration(node) ||
      (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent));
    if (isField && node.type !== undefined && ts.isIdentifier(node.name))
      types.set(node.name.text, node.type);
  }
  return types;
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
      nodes.loops.push(node as ts.ForOfStatement);
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
