import type { MachineGraph } from '@magi/contracts';
import type { ChartLayout } from './chart-layout.ts';
import { type DrawnEdge, type DrawnNode, type DrawnText, drawingOf } from './drawing.ts';
import { measures } from './measures.ts';

/** What is marked in a drawing. */
export interface SvgOptions {
  /** Ids of nodes to mark as active. */
  readonly active?: readonly string[];
  /** Ids of the transitions taken last. */
  readonly taken?: readonly string[];
}

/**
 * Draws a chart as a self-contained SVG document for light and dark backgrounds.
 *
 * Active states are marked by a dot and a thicker frame as well as by colour. The same graph, layout
 * and marks give the same text.
 */
export function toSvg(graph: MachineGraph, layout: ChartLayout, options: SvgOptions = {}): string {
  const { width, height, nodes, edges } = drawingOf(graph, layout);
  const active = new Set(options.active ?? []);
  const taken = new Set(options.taken ?? []);
  const title = `Statechart ${graph.id}, version ${graph.version}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    MARKER,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...nodes.filter(({ isContainer }) => isContainer).map((node) => nodeSvg(node, active)),
    ...edges.map((edge) => edgeSvg(edge, taken)),
    ...nodes.filter(({ isContainer }) => !isContainer).map((node) => nodeSvg(node, active)),
    ...edges.map((edge) => labelSvg(edge, taken)),
    '</svg>\n',
  ].join('\n');
}

function nodeSvg(node: DrawnNode, active: ReadonlySet<string>): string {
  const { id, shape, box } = node;
  const isActive = active.has(id);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (shape === 'initial') return `<circle class="dot" cx="${middle.x}" cy="${middle.y}" r="5"/>`;
  const name = ['node', shape, ...(node.isContainer ? ['outer'] : []), ...(isActive ? ['on'] : [])];
  const frame = shape === 'history' || shape === 'anywhere' ? box.height / 2 : measures.radius;
  return [
    `<g class="${name.join(' ')}">`,
    rect(box, frame),
    ...(shape === 'final' ? [rect(inner(box), frame - 3, 'inner')] : []),
    ...(isActive
      ? [`<circle class="mark" cx="${box.x + box.width - 12}" cy="${box.y + 14}" r="4"/>`]
      : []),
    textSvg(node.title, 'title'),
    ...node.lines.map((line) => textSvg(line, line.kind)),
    '</g>',
  ].join('');
}

function edgeSvg({ kind, path, transition }: DrawnEdge, taken: ReadonlySet<string>): string {
  const isTaken = taken.has(transition);
  return `<path class="edge ${kind}${isTaken ? ' taken' : ''}" d="${path}" marker-end="url(#${isTaken ? 'arrow-on' : 'arrow'})"/>`;
}

function labelSvg({ kind, label, labelBox, transition }: DrawnEdge, taken: ReadonlySet<string>) {
  if (!labelBox || label.length === 0) return '';
  const texts = label.map((line) => textSvg(line, line.text.startsWith('/ ') ? 'action' : 'cause'));
  const name = `label ${kind}${taken.has(transition) ? ' taken' : ''}`;
  return `<g class="${name}">${rect(labelBox, 3)}${texts.join('')}</g>`;
}

function rect(
  { x, y, width, height }: DrawnNode['box'],
  radius: number,
  name: string = 'box',
): string {
  return `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
}

function inner({ x, y, width, height }: DrawnNode['box']): DrawnNode['box'] {
  return { x: x + 3, y: y + 3, width: width - 6, height: height - 6 };
}

function textSvg({ text, x, y }: DrawnText, name: string): string {
  return `<text class="${name}" x="${x}" y="${y}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const MARKER = `<defs>${['arrow', 'arrow-on']
  .map(
    (id) =>
      `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="${id}" d="M0 0.8L7.4 4L0 7.2Z"/></marker>`,
  )
  .join('')}</defs>`;

const STYLE = `
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:${measures.textSize}px;fill:#57606a}
.paper{fill:#fff}
.box{fill:#fff;stroke:#8c959f;stroke-width:1.2}
.outer .box{fill:#f6f8fa;stroke:#d0d7de}
.region>.box,.parallel>.box,.anywhere .box{stroke-dasharray:5 4}
.inner{fill:none;stroke:#8c959f}
.title{font-size:${measures.titleSize}px;font-weight:600;fill:#1f2328}
.anywhere .title,.history .title{font-weight:400;font-size:${measures.textSize}px;fill:#57606a;text-anchor:middle}
.dot,.arrow{fill:#57606a}
.edge{fill:none;stroke:#6e7781;stroke-width:1.2}
.edge.error{stroke-dasharray:5 3}
.edge.after{stroke-dasharray:1.5 3;stroke-linecap:round}
.label .box{fill:#f6f8fa;fill-opacity:.9;stroke:none}
.cause{fill:#1f2328}
.on .box{stroke:#0969da;stroke-width:2.2}
.on:not(.outer) .box{fill:#ddf4ff}
.on .inner{stroke:#0969da}
.mark,.arrow-on{fill:#0969da}
.edge.taken{stroke:#0969da;stroke-width:2.4}
.label.taken text{fill:#0550ae}
@media(prefers-color-scheme:dark){
text{fill:#9198a1}
.paper{fill:#0d1117}
.box{fill:#151b23;stroke:#6e7681}
.outer .box{fill:#10151c;stroke:#3d444d}
.inner{stroke:#6e7681}
.title,.cause{fill:#e6edf3}
.anywhere .title,.history .title{fill:#9198a1}
.dot,.arrow{fill:#9198a1}
.edge{stroke:#7d8590}
.label .box{fill:#10151c}
.on .box{stroke:#58a6ff}
.on:not(.outer) .box{fill:#0c2d6b}
.on .inner{stroke:#58a6ff}
.mark,.arrow-on{fill:#58a6ff}
.edge.taken{stroke:#58a6ff}
.label.taken text{fill:#79c0ff}
}
`.trim();
