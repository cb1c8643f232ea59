import { ts } from 'ts-morph';
import type { Binding } from './binding.ts';
import { type CallNode, type CompositionNode, collectNodes } from './collect-nodes.ts';
import { declareNames } from './declare-names.ts';
import { recordWrites } from './record-writes.ts';

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

/** Reads a parsed file into a model; never follows an import. */
export function readSource(sourceFile: ts.SourceFile): SourceModel {
  const { isTruncated, ...nodes } = collectNodes(sourceFile);
  const names: NameTable = { scopes: new Map(), resolved: new Map() };
  const fields = new Map<string, ts.Expression[]>();
  declareNames(nodes.declarations, sourceFile, names);
  recordWrites(nodes, names, fields);
  const fieldTypes = readFieldTypes(nodes.declarations);
  return { sourceFile, ...nodes, names, fields, fieldTypes, isTruncated };
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
