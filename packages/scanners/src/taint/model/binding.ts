import type { ts } from 'ts-morph';

/** A function with a body that belongs to it. */
export type FunctionNode = ts.FunctionLikeDeclaration;

/** One place where a name receives a value. */
export interface Write {
  /** Where it happens. */
  readonly at: ts.Node;
  readonly value: ts.Expression;
  /**
   * How the value gets there: whole, as one named member, as one of its elements, appended to what
   * was there, or into a member of what was there.
   */
  readonly how: 'whole' | 'member' | 'element' | 'append' | 'into';
  /** For `member`: its name. */
  readonly member?: string;
}

/** What a name in one scope stands for. */
export interface Binding {
  readonly name: string;
  readonly kind: 'variable' | 'parameter' | 'function' | 'class' | 'import' | 'global';
  readonly declaration: ts.Node;
  readonly writes: Write[];
  /** For imports: `module` or `module:name`. */
  readonly imported?: string;
  readonly parameter?: Parameter;
  /** The declared type, where there is one. */
  readonly type?: ts.TypeNode;
}

/** A parameter, or one name destructured from it. */
export interface Parameter {
  readonly of: FunctionNode;
  readonly index: number;
  /** The member it is destructured from, `''` when the pattern goes deeper or by position. */
  readonly member?: string;
  readonly node: ts.ParameterDeclaration;
}
