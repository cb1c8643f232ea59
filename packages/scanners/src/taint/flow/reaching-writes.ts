import { ts } from 'ts-morph';
import type { Binding, Write } from '../model/binding.ts';
import type { SourceModel } from '../model/source-model.ts';
import { enclosingFunction } from '../model/syntax.ts';

const Kind = ts.SyntaxKind;
const maxWrites = 48;

/** What a use of a name can see. */
export interface Reaching {
  readonly writes: readonly Write[];
  /** True when the value the name had on entry (a parameter's) can still be there. */
  readonly isEntryReached: boolean;
}

const nothingWritten: Reaching = { writes: [], isEntryReached: true };

/**
 * Which writes of a name its use can see.
 *
 * Within one function a later write that always runs hides the earlier ones; across functions,
 * and for writes further down in the same loop, everything counts.
 */
export function reachingWrites(use: ts.Identifier, binding: Binding, model: SourceModel): Reaching {
  const all = binding.writes;
  if (all.length === 0) return nothingWritten;
  if (all.length > maxWrites) return { writes: all.slice(0, maxWrites), isEntryReached: true };
  const declaredHere = bindingFunction(binding);
  const here = enclosingFunction(use);
  if (here !== declaredHere && binding.kind !== 'global')
    return { writes: all, isEntryReached: true };
  const position = use.getStart(model.sourceFile);
  let hidden = -1;
  for (const [index, write] of all.entries()) {
    const isEarlier = write.at.end <= position && write.how !== 'append' && write.how !== 'into';
    if (isEarlier && enclosingFunction(write.at) === here && isAlwaysRun(write.at, use))
      hidden = hidden < 0 || (all[hidden]?.at.pos ?? 0) < write.at.pos ? index : hidden;
  }
  const loop = enclosingLoop(use);
  const from = hidden < 0 ? -1 : (all[hidden]?.at.pos ?? -1);
  const writes = all.filter((write) => {
    if (enclosingFunction(write.at) !== here) return true;
    if (write.at.pos < from) return false;
    if (write.at.end <= position) return true;
    return loop !== undefined && write.at.pos >= loop.pos && write.at.end <= loop.end;
  });
  return { writes, isEntryReached: hidden < 0 };
}

function bindingFunction(binding: Binding): ts.Node | undefined {
  return binding.parameter?.of ?? enclosingFunction(binding.declaration);
}

/** True when whoever reaches the use has passed the write: its block is around the use as well. */
function isAlwaysRun(write: ts.Node, use: ts.Node): boolean {
  let block: ts.Node = write.parent;
  while (block.parent !== undefined && !isControl(block)) block = block.parent;
  return block.pos <= use.pos && use.end <= block.end;
}

function isControl(node: ts.Node): boolean {
  switch (node.kind) {
    case Kind.Block:
    case Kind.SourceFile:
    case Kind.ModuleBlock:
    case Kind.CaseClause:
    case Kind.DefaultClause:
    case Kind.IfStatement:
    case Kind.ConditionalExpression:
    case Kind.ForStatement:
    case Kind.ForInStatement:
    case Kind.ForOfStatement:
    case Kind.WhileStatement:
    case Kind.DoStatement:
    case Kind.ArrowFunction:
      return true;
    default:
      return false;
  }
}

function enclosingLoop(node: ts.Node): ts.Node | undefined {
  let parent = node.parent;
  while (parent !== undefined) {
    if (ts.isIterationStatement(parent, false)) return parent;
    if (ts.isFunctionLike(parent)) return undefined;
    parent = parent.parent;
  }
  return undefined;
}
