import type { ts } from 'ts-morph';
import type { FunctionNode } from '../model/binding.ts';
import type { SourceModel } from '../model/source-model.ts';
import type { Guards } from './guards.ts';
import type { Taint } from './origin.ts';

/** The state of one file's value tracking: what was asked before, and what is being asked now. */
export interface Flow {
  readonly model: SourceModel;
  /** Where the value of an expression comes from (see `taintOf`). */
  readonly ask: (expression: ts.Expression | undefined) => Taint;
  /** Answers, by expression or parameter. */
  readonly memo: Map<ts.Node, Taint>;
  /** Questions that are still open; asking one of them again is a cycle. */
  readonly open: Set<ts.Node>;
  /** Guards by the declaration of the name they check; read on first use. */
  guards?: Guards;
  /** Calls of the functions of this file; read on first use. */
  callers?: ReadonlyMap<FunctionNode, readonly ts.CallExpression[]>;
}
