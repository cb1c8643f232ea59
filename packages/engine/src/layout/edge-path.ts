import type { Point } from './chart-layout.ts';

const CORNER_PX = 6;

/** A line through points as the data of an SVG path, with rounded corners. */
export function edgePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = [`M${first.x} ${first.y}`];
  rest.forEach((point, index) => {
    const before = points[index] ?? point;
    const after = rest[index + 1];
    parts.push(after ? corner(before, point, after) : `L${point.x} ${point.y}`);
  });
  return parts.join('');
}

function corner(before: Point, at: Point, after: Point): string {
  const radius = Math.min(CORNER_PX, distance(before, at) / 2, distance(at, after) / 2);
  const start = towards(at, before, radius);
  const end = towards(at, after, radius);
  return `L${start.x} ${start.y}Q${at.x} ${at.y} ${end.x} ${end.y}`;
}

function towards(from: Point, to: Point, length: number): Point {
  const share = length / (distance(from, to) || 1);
  return { x: round(from.x + (to.x - from.x) * share), y: round(from.y + (to.y - from.y) * share) };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
