import type { GraphTransition, MachineGraph } from '@magi/contracts';
import type { Box, ChartLayout, Point } from './chart-layout.ts';
import { type EdgePart, type NodeLine, type NodePart, partsOf } from './chart-parts.ts';
import { edgePath } from './edge-path.ts';
import { lineText, measures } from './measures.ts';

/** A state as it is drawn; texts have their places already. */
export interface DrawnNode {
  readonly id: string;
  readonly shape: NodePart['shape'];
  readonly box: Box;
  readonly title: DrawnText;
  readonly lines: readonly (DrawnText & { readonly kind: NodeLine['kind'] })[];
  /** True for a state with states inside of it. */
  readonly isContainer: boolean;
}

/** A transition as it is drawn. */
export interface DrawnEdge {
  readonly transition: string;
  readonly target: string;
  readonly kind: GraphTransition['kind'] | 'initial';
  readonly path: string;
  readonly labelBox: Box | null;
  readonly label: readonly DrawnText[];
}

/** A text and the place of its baseline. */
export interface DrawnText extends Point {
  readonly text: string;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

/**
 * Puts graph and layout together into plain shapes. What writes SVG and what draws on a page both
 * draw exactly these.
 */
export function drawingOf(graph: MachineGraph, layout: ChartLayout): Drawing {
  const parts = partsOf(graph);
  const byId = new Map<string, NodePart>();
  collect(parts.root, byId);
  return {
    width: layout.width,
    height: layout.height,
    nodes: layout.nodes.flatMap(({ id, ...box }) => {
      const part = byId.get(id);
      return part ? [drawnNode(part, box)] : [];
    }),
    edges: layout.edges.flatMap((placed, index) => {
      const part = parts.edges[index];
      return part ? [drawnEdge(part, placed)] : [];
    }),
  };
}

function collect(part: NodePart, byId: Map<string, NodePart>): void {
  byId.set(part.id, part);
  for (const child of part.children) collect(child, byId);
}

function drawnNode(part: NodePart, box: Box): DrawnNode {
  const { sidePadding, titleBaseline, headHeight, lineHeight } = measures;
  const x = box.x + sidePadding;
  return {
    id: part.id,
    shape: part.shape,
    box,
    title: isCentred(part)
      ? { text: part.title, x: box.x + box.width / 2, y: box.y + box.height / 2 + 4 }
      : { text: part.title, x, y: box.y + titleBaseline },
    lines: part.lines.map((line, index) => ({
      kind: line.kind,
      text: lineText(line),
      x,
      y: box.y + headHeight + 10 + index * lineHeight,
    })),
    isContainer: part.children.length > 0,
  };
}

/** Marks that are no states have their text in the middle. */
function isCentred({ shape }: NodePart): boolean {
  return shape === 'anywhere' || shape === 'history';
}

function drawnEdge(part: EdgePart, placed: ChartLayout['edges'][number]): DrawnEdge {
  const { label: box } = placed;
  return {
    transition: part.transition,
    target: part.target,
    kind: part.kind,
    path: edgePath(placed.points),
    labelBox: box,
    label: box
      ? part.label.map((text, index) => ({
          text,
          x: box.x + 4,
          y: box.y + 13 + index * (measures.lineHeight - 2),
        }))
      : [],
  };
}
