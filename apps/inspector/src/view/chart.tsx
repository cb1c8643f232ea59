import {
  type Box,
  type Drawing,
  type DrawnEdge,
  type DrawnNode,
  measures,
} from '@magi/engine/replay';
import { memo } from 'preact/compat';

interface ChartProps {
  readonly drawing: Drawing;
  readonly title: string;
  readonly active: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
  readonly isAlive: boolean;
  readonly scale: number | 'fit';
}

/** Draws a statechart; what is active has a dot and a thick frame as well as a colour. */
export function Chart({ drawing, title, active, taken, isAlive, scale }: ChartProps) {
  const { width, height, nodes, edges } = drawing;
  const size = scale === 'fit' ? {} : { width: width * scale, height: height * scale };
  const outer = nodes.filter(({ isContainer }) => isContainer);
  const leaves = nodes.filter(({ isContainer }) => !isContainer);
  return (
    <svg
      class={`statechart${scale === 'fit' ? ' fit' : ''}${isAlive ? '' : ' ended'}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={title}
      {...size}
    >
      <defs>
        <Arrow id="arrow" />
        <Arrow id="arrow-on" />
      </defs>
      {outer.map((node) => (
        <Node key={node.id} node={node} isActive={active.has(node.id)} />
      ))}
      {edges.map((edge, index) => (
        <Edge key={keyOf(edge, index)} edge={edge} isTaken={taken.has(edge.transition)} />
      ))}
      {leaves.map((node) => (
        <Node key={node.id} node={node} isActive={active.has(node.id)} />
      ))}
      {edges.map((edge, index) => (
        <Label key={keyOf(edge, index)} edge={edge} isTaken={taken.has(edge.transition)} />
      ))}
    </svg>
  );
}

function keyOf({ transition, target }: DrawnEdge, index: number): string {
  return `${transition} ${target} ${index}`;
}

function Arrow({ id }: { readonly id: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX={7}
      refY={4}
      markerUnits="userSpaceOnUse"
      markerWidth={9}
      markerHeight={9}
      orient="auto-start-reverse"
    >
      <path class={id} d="M0 0.8L7.4 4L0 7.2Z" />
    </marker>
  );
}

const Node = memo(
  ({ node, isActive }: { readonly node: DrawnNode; readonly isActive: boolean }) => {
    const { box, shape, title, lines, isContainer } = node;
    if (shape === 'initial') {
      return <circle class="dot" cx={box.x + box.width / 2} cy={box.y + box.height / 2} r={5} />;
    }
    const isPill = shape === 'history' || shape === 'anywhere';
    const name = ['node', shape, isContainer ? 'outer' : '', isActive ? 'on' : ''];
    return (
      <g class={name.filter(Boolean).join(' ')} data-node={node.id}>
        <Rect box={box} radius={isPill ? box.height / 2 : measures.radius} />
        {shape === 'final' && <Rect box={inner(box)} radius={5} name="inner" />}
        {isActive && <circle class="mark" cx={box.x + box.width - 12} cy={box.y + 14} r={4} />}
        <text class="title" x={title.x} y={title.y}>
          {title.text}
        </text>
        {lines.map((line) => (
          <text key={line.text} class={line.kind} x={line.x} y={line.y}>
            {line.text}
          </text>
        ))}
      </g>
    );
  },
);

const Edge = memo(({ edge, isTaken }: { readonly edge: DrawnEdge; readonly isTaken: boolean }) => (
  <path
    class={`edge ${edge.kind}${isTaken ? ' taken' : ''}`}
    d={edge.path}
    marker-end={`url(#${isTaken ? 'arrow-on' : 'arrow'})`}
    data-transition={edge.transition}
  />
));

const Label = memo(({ edge, isTaken }: { readonly edge: DrawnEdge; readonly isTaken: boolean }) => {
  if (!edge.labelBox) return null;
  return (
    <g class={`label ${edge.kind}${isTaken ? ' taken' : ''}`}>
      <Rect box={edge.labelBox} radius={3} />
      {edge.label.map(({ text, x, y }) => (
        <text key={text} class={text.startsWith('/ ') ? 'action' : 'cause'} x={x} y={y}>
          {text}
        </text>
      ))}
    </g>
  );
});

function Rect({
  box,
  radius,
  name = 'box',
}: {
  readonly box: Box;
  readonly radius: number;
  readonly name?: string;
}) {
  return (
    <rect class={name} x={box.x} y={box.y} width={box.width} height={box.height} rx={radius} />
  );
}

function inner({ x, y, width, height }: Box): Box {
  return { x: x + 3, y: y + 3, width: width - 6, height: height - 6 };
}
