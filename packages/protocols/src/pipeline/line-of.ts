import { type Document, isMap, isScalar, type LineCounter } from 'yaml';

/** Line of the deepest key of a path that a YAML document has, from 1. */
export function lineOf(
  document: Pick<Document, 'contents'>,
  path: readonly string[],
  lines: LineCounter,
): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const segment of path) {
    if (!isMap(node)) break;
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    if (pair === undefined) break;
    if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return lines.linePos(offset).line;
}
