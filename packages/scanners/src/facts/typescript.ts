import type { ts as TypeScript } from 'ts-morph';

/*
 * The compiler of ts-morph, loaded on first use: it costs 0.3 s and 60 MB, and neither the command
 * line nor a run on unchanged files needs it. Nothing that reads syntax runs before it is loaded.
 */

/** The compiler's API; valid once `loadTypeScript` has resolved. */
export let ts: typeof TypeScript;

/** Loads the compiler once per thread. */
export async function loadTypeScript(): Promise<void> {
  ts ??= (await import('ts-morph')).ts;
}

export type ArrowFunction = TypeScript.ArrowFunction;
export type AwaitExpression = TypeScript.AwaitExpression;
export type BinaryExpression = TypeScript.BinaryExpression;
export type Block = TypeScript.Block;
export type CallExpression = TypeScript.CallExpression;
export type CatchClause = TypeScript.CatchClause;
export type ClassLike = TypeScript.ClassLikeDeclaration;
export type Expression = TypeScript.Expression;
export type FunctionLike = TypeScript.SignatureDeclaration;
export type Identifier = TypeScript.Identifier;
export type NewExpression = TypeScript.NewExpression;
export type Node = TypeScript.Node;
export type SourceFile = TypeScript.SourceFile;
export type Statement = TypeScript.Statement;

/** Node types by the names under which rules ask for them. */
export interface NodeKinds {
  ArrowFunction: TypeScript.ArrowFunction;
  AsExpression: TypeScript.AsExpression;
  AwaitExpression: TypeScript.AwaitExpression;
  BinaryExpression: TypeScript.BinaryExpression;
  CallExpression: TypeScript.CallExpression;
  CatchClause: TypeScript.CatchClause;
  ClassDeclaration: TypeScript.ClassDeclaration;
  ClassExpression: TypeScript.ClassExpression;
  Constructor: TypeScript.ConstructorDeclaration;
  DoStatement: TypeScript.DoStatement;
  ElementAccessExpression: TypeScript.ElementAccessExpression;
  EnumDeclaration: TypeScript.EnumDeclaration;
  ExportAssignment: TypeScript.ExportAssignment;
  ExportDeclaration: TypeScript.ExportDeclaration;
  ForInStatement: TypeScript.ForInStatement;
  ForOfStatement: TypeScript.ForOfStatement;
  ForStatement: TypeScript.ForStatement;
  FunctionDeclaration: TypeScript.FunctionDeclaration;
  FunctionExpression: TypeScript.FunctionExpression;
  GetAccessor: TypeScript.GetAccessorDeclaration;
  Identifier: TypeScript.Identifier;
  IfStatement: TypeScript.IfStatement;
  ImportDeclaration: TypeScript.ImportDeclaration;
  ImportEqualsDeclaration: TypeScript.ImportEqualsDeclaration;
  InterfaceDeclaration: TypeScript.InterfaceDeclaration;
  JsxAttribute: TypeScript.JsxAttribute;
  JsxText: TypeScript.JsxText;
  MethodDeclaration: TypeScript.MethodDeclaration;
  NewExpression: TypeScript.NewExpression;
  NonNullExpression: TypeScript.NonNullExpression;
  ObjectLiteralExpression: TypeScript.ObjectLiteralExpression;
  PropertyAssignment: TypeScript.PropertyAssignment;
  PropertyDeclaration: TypeScript.PropertyDeclaration;
  RegularExpressionLiteral: TypeScript.RegularExpressionLiteral;
  ReturnStatement: TypeScript.ReturnStatement;
  SetAccessor: TypeScript.SetAccessorDeclaration;
  SourceFile: TypeScript.SourceFile;
  StringLiteral: TypeScript.StringLiteral;
  NoSubstitutionTemplateLiteral: TypeScript.NoSubstitutionTemplateLiteral;
  TemplateExpression: TypeScript.TemplateExpression;
  TemplateLiteralType: TypeScript.TemplateLiteralTypeNode;
  ThrowStatement: TypeScript.ThrowStatement;
  TypeAliasDeclaration: TypeScript.TypeAliasDeclaration;
  VariableDeclaration: TypeScript.VariableDeclaration;
  WhileStatement: TypeScript.WhileStatement;
}
