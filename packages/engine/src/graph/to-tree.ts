import type { GraphNode, MachineGraph } from '@magi/contracts';
import { transitionLabel } from './transition-label.ts';

/**
 * Draws a chart as indented text: one line a state, marked `●` where it is active, and one line a
 * transition below it.
 *
 * @param active ids of active nodes
 */
export function toTree(graph: MachineGraph, active: readonly string[] = []): string {
  return `${linesOf(graph.root, new Set(active), '').join('\n')}\n`;
}

function linesOf(node: GraphNode, active: ReadonlySet<string>, indent: string): string[] {
  const mark = active.has(node.id) ? '●' : '○';
  const invoked = node.invokes.map(({ id, src }) => (id === src ? src : `${id}: ${src}`));
  const kind = node.type === 'atomic' || node.type === 'compound' ? [] : [node.type];
  const details = [...kind, ...invoked.map((name) => `runs ${name}`), ...node.tags];
  const head = `${indent}${mark} ${node.key}${details.length > 0 ? ` (${details.join('; ')})` : ''}`;
  const transitions = node.transitions.map((transition) => {
    const targets = transition.targets.map((id) => id.slice(id.lastIndexOf('.') + 1));
    const target = targets.length === 0 ? 'stays' : targets.join(', ');
    const label = transitionLabel(transition);
    return `${indent}    → ${target}${label === '' ? '' : `: ${label}`}`;
  });
  const children = node.children.flatMap((child) => linesOf(child, active, `${indent}  `));
  return [head, ...transitions, ...children];
}
