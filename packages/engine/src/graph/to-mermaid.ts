import type { GraphNode, GraphTransition, MachineGraph } from '@magi/contracts';
import { transitionLabel } from './transition-label.ts';

/**
 * Draws a chart as a Mermaid state diagram; the same graph gives the same text.
 *
 * Mermaid knows no edge from a state to one inside of it, so transitions of the whole machine start
 * from a state called "in any state".
 *
 * @param active ids of nodes to highlight
 */
export function toMermaid(graph: MachineGraph, active: readonly string[] = []): string {
  const lines = ['stateDiagram-v2', '  direction TB', ...statesIn(graph.root, 1)];
  const highlighted = leaves(graph.root)
    .filter((node) => active.includes(node.id))
    .map((node) => `  class ${idOf(node.id)} active`);
  if (highlighted.length > 0) {
    lines.push('  classDef active fill:#ffd54a,stroke:#b8860b,color:#000', ...highlighted);
  }
  return `${lines.join('\n')}\n`;
}

function statesIn(node: GraphNode, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const children = node.children.filter(({ type }) => type !== 'history');
  const declared = children.flatMap((child, index) => [
    ...(node.type === 'parallel' && index > 0 ? [`${indent}--`] : []),
    ...declaration(child, depth),
  ]);
  const initial = node.initial === undefined ? [] : [`${indent}[*] --> ${idOf(node.initial)}`];
  const anywhere = node.transitions.some(({ targets }) => targets.some((id) => isBelow(node, id)))
    ? [`${indent}state "in any state" as ${anywhereOf(node)}`]
    : [];
  const edges = [node, ...children].flatMap((source) =>
    source.transitions.flatMap((transition) => edgesOf(node, source, transition, indent)),
  );
  const finals = children
    .filter(({ type }) => type === 'final')
    .map(({ id }) => `${indent}${idOf(id)} --> [*]`);
  return [...declared, ...anywhere, ...initial, ...edges, ...finals];
}

function declaration(node: GraphNode, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const head = `${indent}state "${quoted(node.key)}" as ${idOf(node.id)}`;
  return node.children.length === 0
    ? [head]
    : [`${head} {`, ...statesIn(node, depth + 1), `${indent}}`];
}

/** Edges drawn inside of `scope`: those of its children, and its own that lead into it. */
function edgesOf(
  scope: GraphNode,
  source: GraphNode,
  transition: GraphTransition,
  indent: string,
): string[] {
  const isOwn = source === scope;
  return transition.targets
    .filter((target) => !isOwn || isBelow(scope, target))
    .map((target) => {
      const from = isOwn ? anywhereOf(scope) : idOf(source.id);
      const label = transitionLabel(transition);
      return `${indent}${from} --> ${idOf(target)}${label === '' ? '' : ` : ${escaped(label)}`}`;
    });
}

function isBelow(node: GraphNode, id: string): boolean {
  return node.children.some((child) => child.id === id || isBelow(child, id));
}

function leaves(node: GraphNode): GraphNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leaves);
}

function anywhereOf(node: GraphNode): string {
  return `${idOf(node.id)}__any`;
}

function idOf(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, '_');
}

function quoted(text: string): string {
  return text.replaceAll('"', "'");
}

/** Colons, semicolons and hashes mean something to Mermaid inside of a label. */
function escaped(label: string): string {
  return label.replace(/[#;:]/g, (sign) => `#${sign.charCodeAt(0)};`);
}
