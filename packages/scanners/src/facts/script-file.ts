import type { Hit, Problem } from '../builtin/check.ts';
import { holdsTests, isTestPath } from '../change/file-class.ts';
import type { Language } from '../change/language.ts';
import { symbolAt } from './symbol.ts';
import { type Node, type NodeKinds, type SourceFile, ts } from './typescript.ts';

/** Lines that a report covers at most, so that an edit deep inside a node does not raise it. */
const maxSpan = 5;

/** One parsed TypeScript or JavaScript file, as rules see it. */
export interface ScriptFile {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly source: SourceFile;
  /** A test, a fixture or a mock. */
  readonly isTest: boolean;
  readonly holdsTests: boolean;
  /** All nodes of a kind, in the order of the text. */
  nodes<Kind extends keyof NodeKinds>(kind: Kind): readonly NodeKinds[Kind][];
  lineOf(node: Node): number;
  endLineOf(node: Node): number;
  report(node: Node, problem: Problem): void;
  reportLines(line: number, endLine: number, problem: Problem): void;
}

/** Parses a text; throws `RangeError` when it is nested too deeply for the parser. */
export function scriptFile(
  path: string,
  text: string,
  language: Language,
  onReport: (hit: Hit) => void,
): ScriptFile {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(language));
  const nodes = nodesByKind(source);
  const lineAt = (offset: number) => source.getLineAndCharacterOfPosition(offset).line + 1;
  return {
    path,
    text,
    language,
    source,
    isTest: isTestPath(path),
    holdsTests: holdsTests(path),
    nodes: (kind) => (nodes.get(ts.SyntaxKind[kind]) ?? []) as never,
    lineOf: (node) => lineAt(node.getStart(source)),
    endLineOf: (node) => lineAt(node.end),
    report: (node, problem) => {
      const line = lineAt(node.getStart(source));
      const endLine = Math.min(lineAt(node.end), line + maxSpan - 1);
      onReport({ line, endLine, symbol: symbolAt(node), ...problem });
    },
    reportLines: (line, endLine, problem) => onReport({ line, endLine, ...problem }),
  };
}

/** Walks without recursion: machine-made code nests deeper than a call stack. */
function nodesByKind(source: SourceFile): Map<SyntaxKindNumber, Node[]> {
  const byKind = new Map<SyntaxKindNumber, Node[]>();
  const pending: Node[] = [source];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const same = byKind.get(node.kind);
    if (same === undefined) byKind.set(node.kind, [node]);
    else same.push(node);
    const start = pending.length;
    ts.forEachChild(node, (child) => {
      pending.push(child);
    });
    reverseFrom(pending, start);
  }
  return byKind;
}

type SyntaxKindNumber = number;

function reverseFrom(nodes: Node[], start: number): void {
  for (let low = start, high = nodes.length - 1; low < high; low++, high--) {
    const swapped = nodes[low] as Node;
    nodes[low] = nodes[high] as Node;
    nodes[high] = swapped;
  }
}

function kindOf(language: Language) {
  const kinds = ts.ScriptKind;
  if (language === 'tsx') return kinds.TSX;
  if (language === 'ts') return kinds.TS;
  // Plain `.js` may hold JSX as well; the JSX grammar accepts everything that is JavaScript.
  return kinds.JSX;
}
