import type { GraphNode, GraphTransition, MachineGraph } from '@magi/contracts';
import { eventLabel } from '../graph/transition-label.ts';
import { SELF } from '../host/actor-address.ts';

/** A line of text inside of a state. */
export interface NodeLine {
  readonly text: string;
  readonly kind: 'invoke' | 'entry' | 'exit' | 'internal';
}

/** Everything that a drawing shows of one state. */
export interface NodePart {
  readonly id: string;
  readonly title: string;
  readonly shape: 'state' | 'final' | 'region' | 'parallel' | 'initial' | 'anywhere' | 'history';
  readonly lines: readonly NodeLine[];
  readonly children: readonly NodePart[];
}

/** Everything that a drawing shows of one arrow. */
export interface EdgePart {
  /** Id of the transition; empty for the arrow from an initial dot. */
  readonly transition: string;
  readonly source: string;
  readonly target: string;
  readonly kind: GraphTransition['kind'] | 'initial';
  /** The event and its guard first, then the actions. */
  readonly label: readonly string[];
}

export interface ChartParts {
  readonly root: NodePart;
  readonly edges: readonly EdgePart[];
}

const LONGEST_LABEL = 34;

/**
 * Says what a drawing of a chart consists of, in the order of the chart.
 *
 * A transition that leads into its own source starts at a mark "in any state" inside of it; one that
 * leads nowhere is a line inside of its state.
 */
export function partsOf(graph: MachineGraph): ChartParts {
  const edges: EdgePart[] = [];
  return { root: partOf(graph.root, 'state', edges), edges };
}

/** Id of the dot that stands for "begins here". */
export function initialId(node: string): string {
  return `${node} (initial)`;
}

function anywhereId(node: string): string {
  return `${node} (any)`;
}

function partOf(node: GraphNode, shape: NodePart['shape'], edges: EdgePart[]): NodePart {
  const marks: NodePart[] = [];
  if (node.initial !== undefined) {
    marks.push(mark(initialId(node.id), 'initial', ''));
    edges.push({
      transition: '',
      source: initialId(node.id),
      target: node.initial,
      kind: 'initial',
      label: [],
    });
  }
  const own = node.transitions.flatMap((transition) => edgesOf(node, transition));
  if (own.some(({ source }) => source === anywhereId(node.id)))
    marks.push(mark(anywhereId(node.id), 'anywhere', 'in any state'));
  edges.push(...own);
  const children = node.children.map((child) =>
    partOf(child, shapeOf(child, node.type === 'parallel'), edges),
  );
  return {
    id: node.id,
    title: node.type === 'history' ? (node.history === 'deep' ? 'H*' : 'H') : node.key,
    shape,
    lines: linesOf(node),
    children: [...marks, ...children],
  };
}

function shapeOf({ type }: GraphNode, isRegion: boolean): NodePart['shape'] {
  if (type === 'final' || type === 'history' || type === 'parallel') return type;
  return isRegion ? 'region' : 'state';
}

function mark(id: string, shape: NodePart['shape'], title: string): NodePart {
  return { id, title, shape, lines: [], children: [] };
}

function linesOf(node: GraphNode): NodeLine[] {
  return [
    ...node.invokes.map(({ id, src }) => ({
      kind: 'invoke' as const,
      text: id === src || id === SELF ? src : `${id}: ${src}`,
    })),
    ...node.entry.map((name) => ({ kind: 'entry' as const, text: name })),
    ...node.exit.map((name) => ({ kind: 'exit' as const, text: name })),
    ...node.transitions
      .filter(({ targets }) => targets.length === 0)
      .map((transition) => ({ kind: 'internal' as const, text: internalText(node, transition) })),
  ];
}

function internalText(node: GraphNode, transition: GraphTransition): string {
  const { actions } = transition;
  const guard = transition.guard === undefined ? '' : ` [${transition.guard}]`;
  return `${eventOf(node, transition)}${guard}: ${actions.join(', ') || 'ignored'}`;
}

/** An actor that asks in the name of its machine goes by what it does. */
function eventOf(node: GraphNode, transition: GraphTransition): string {
  const self = node.invokes.find(({ id }) => id === SELF);
  const label = eventLabel(transition);
  return self ? label.replace(`(${SELF})`, `(${self.src})`) : label;
}

function edgesOf(node: GraphNode, transition: GraphTransition): EdgePart[] {
  return transition.targets.map((target) => ({
    transition: transition.id,
    source: target !== node.id && isBelow(node, target) ? anywhereId(node.id) : node.id,
    target,
    kind: transition.kind,
    label: labelOf(node, transition),
  }));
}

function labelOf(node: GraphNode, transition: GraphTransition): string[] {
  const event = eventOf(node, transition);
  const guard = transition.guard === undefined ? '' : `[${transition.guard}]`;
  const { actions } = transition;
  const head =
    event.length + guard.length <= LONGEST_LABEL ? [`${event} ${guard}`.trim()] : [event, guard];
  return [...head, ...actions.map((action) => `/ ${action}`)].filter((line) => line !== '');
}

function isBelow(node: GraphNode, id: string): boolean {
  return node.children.some((child) => child.id === id || isBelow(child, id));
}
