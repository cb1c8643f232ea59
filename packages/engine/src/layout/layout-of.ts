import type { MachineGraph } from '@magi/contracts';
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { ChartLayout, PlacedEdge, PlacedNode, Point } from './chart-layout.ts';
import { type ChartParts, type EdgePart, type NodePart, partsOf } from './chart-parts.ts';
import { headHeight, labelSize, nodeSize } from './measures.ts';

/** How the states of one level are arranged: top down, in the order of the chart where possible. */
const ARRANGEMENT = {
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
} as const;

/**
 * Places the states and transitions of a chart: nested states inside of each other, regions side by
 * side, transitions at right angles with room for their labels.
 *
 * The same graph gives the same layout. Takes some tenths of a second, and loads the layouter first.
 */
export async function layoutOf(graph: MachineGraph): Promise<ChartLayout> {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const parts = partsOf(graph);
  const placed = await new Elk.default().layout(elkGraph(parts));
  return {
    graph: graph.hash,
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    nodes: placedNodes(placed),
    edges: placedEdges(placed, parts.edges),
  };
}

function elkGraph({ root, edges }: ChartParts): ElkNode {
  const order = orderOf(root);
  return {
    id: 'drawing',
    layoutOptions: {
      ...ARRANGEMENT,
      'elk.algorithm': 'layered',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.padding': '[top=12,left=12,bottom=12,right=12]',
      'elk.randomSeed': '1',
    },
    children: [elkNode(root)],
    edges: edges.map((edge, index) => elkEdge(edge, index, isBackward(edge, order))),
  };
}

function elkNode(part: NodePart): ElkNode {
  const size = nodeSize(part);
  if (part.children.length === 0) return { id: part.id, ...size };
  return {
    id: part.id,
    layoutOptions: {
      ...ARRANGEMENT,
      'elk.padding': `[top=${headHeight(part)},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${size.width},${size.height})`,
    },
    children: part.children.map(elkNode),
  };
}

/** Places of all states in the order of the chart. */
function orderOf(root: NodePart): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const visit = (part: NodePart): void => {
    order.set(part.id, order.size);
    part.children.forEach(visit);
  };
  visit(root);
  return order;
}

function isBackward({ source, target }: EdgePart, order: ReadonlyMap<string, number>): boolean {
  return (order.get(source) ?? 0) > (order.get(target) ?? 0);
}

/**
 * Edges against the order of the chart are handed over the other way round, so that the layouter
 * finds no cycles and the first states of a chart stay on top.
 */
function elkEdge(edge: EdgePart, index: number, isTurned: boolean): ElkExtendedEdge {
  return {
    id: `${isTurned ? '-' : '+'}${index}`,
    sources: [isTurned ? edge.target : edge.source],
    targets: [isTurned ? edge.source : edge.target],
    labels:
      edge.label.length === 0
        ? []
        : [
            {
              text: edge.label.join('\n'),
              ...labelSize(edge.label),
              layoutOptions: { 'elk.edgeLabels.placement': 'CENTER' },
            },
          ],
  };
}

function placedNodes(node: ElkNode): PlacedNode[] {
  return (node.children ?? []).flatMap((child) => [
    { id: child.id, ...boxOf(child) },
    ...placedNodes(child),
  ]);
}

function placedEdges(drawing: ElkNode, parts: readonly EdgePart[]): PlacedEdge[] {
  return (drawing.edges ?? []).map((edge) => {
    const { transition = '', target = '' } = parts[Number(edge.id.slice(1))] ?? {};
    const [label] = edge.labels ?? [];
    const points = pointsOf(edge);
    if (edge.id.startsWith('-')) points.reverse();
    return { transition, target, points, label: label ? boxOf(label) : null };
  });
}

function pointsOf({ sections = [] }: ElkExtendedEdge): Point[] {
  return sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: tenth(x), y: tenth(y) })),
  );
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<PlacedNode>) {
  return { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
