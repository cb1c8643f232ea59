import type { NodeLine, NodePart } from './chart-parts.ts';
import { textWidth } from './text-width.ts';

/** Sizes of the drawing in pixels, the same for the layout and for everything that draws it. */
export const measures = {
  titleSize: 13,
  textSize: 11,
  lineHeight: 16,
  titleBaseline: 19,
  headHeight: 28,
  sidePadding: 12,
  radius: 8,
  /** Room behind a title for the mark of an active state. */
  markWidth: 14,
} as const;

/** Signs in front of the lines of a state. */
const signs: Record<NodeLine['kind'], string> = {
  invoke: 'runs',
  entry: 'entry /',
  exit: 'exit /',
  internal: 'on',
};

/** A line of a state as it is written. */
export function lineText({ kind, text }: NodeLine): string {
  return `${signs[kind]} ${text}`;
}

/** Height of title and lines of a state, above the states inside of it. */
export function headHeight({ lines }: NodePart): number {
  const text = lines.length === 0 ? 0 : lines.length * measures.lineHeight + 6;
  return measures.headHeight + text + 10;
}

/** Size that the text of a state needs. */
export function nodeSize(part: NodePart): { readonly width: number; readonly height: number } {
  if (part.shape === 'initial') return { width: 10, height: 10 };
  if (part.shape === 'history') return { width: 26, height: 26 };
  const { titleSize, textSize, sidePadding, lineHeight } = measures;
  const widths = [
    textWidth(part.title, titleSize, 'bold') + measures.markWidth,
    ...part.lines.map((line) => textWidth(lineText(line), textSize)),
  ];
  const lines = part.lines.length === 0 ? 0 : part.lines.length * lineHeight + 6;
  return {
    width: Math.max(56, Math.max(...widths) + 2 * sidePadding),
    height: measures.headHeight + lines,
  };
}

/** Size that the label of a transition needs. */
export function labelSize(lines: readonly string[]) {
  const widths = lines.map((line) => textWidth(line, measures.textSize));
  return { width: Math.max(...widths) + 8, height: lines.length * (measures.lineHeight - 2) + 4 };
}
