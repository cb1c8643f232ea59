/** A point in pixels, from the top left corner of the drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where a state stands. */
export interface PlacedNode extends Box {
  readonly id: string;
}

/** How a transition runs; one with several targets has one of these for each. */
export interface PlacedEdge {
  /** Id of the transition; empty for the arrow from an initial dot. */
  readonly transition: string;
  readonly target: string;
  readonly points: readonly Point[];
  readonly label: Box | null;
}

/** The places of everything in a drawing of a chart. Equal graphs have equal layouts. */
export interface ChartLayout {
  /** Hash of the graph that it belongs to. */
  readonly graph: string;
  readonly width: number;
  readonly height: number;
  /** Outer nodes before those inside of them. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** Changes whenever equal graphs get other layouts than before. */
export const LAYOUT_VERSION = 1;
