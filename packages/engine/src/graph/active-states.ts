import type { GraphNode, Json, MachineGraph } from '@magi/contracts';

/**
 * Ids of the active nodes of a chart, outermost first, for a state value such as
 * `{"reviewing": {"core": "running"}}`.
 */
export function activeStates(graph: MachineGraph, value: Json): readonly string[] {
  return [graph.root.id, ...below(graph.root, value)];
}

function below(node: GraphNode, value: Json): string[] {
  if (typeof value === 'string') return atChild(node, value, {});
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => atChild(node, key, inner as Json));
}

function atChild(node: GraphNode, key: string, value: Json): string[] {
  const child = node.children.find((candidate) => candidate.key === key);
  return child ? [child.id, ...below(child, value)] : [];
}
