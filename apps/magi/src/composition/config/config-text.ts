import { MagiError } from '@magi/contracts';

/** A value and the way back from a path inside it to the line where it stands. */
export interface PlacedValue {
  readonly value: unknown;
  /** 1-based line, or null where the format cannot say. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/**
 * Parses declarative configuration; the name decides the format.
 *
 * @returns null for a `package.json` without a `magi` member
 * @throws `MAGI_CONFIG_SYNTAX` with the line
 */
export async function parseConfigText(path: string, text: string): Promise<PlacedValue | null> {
  if (/\.ya?ml$/.test(path)) return parseYaml(path, text);
  const json = await parseJson(path, text);
  if (!/(^|\/)package\.json$/.test(path)) return json;
  const manifest = json.value as { readonly magi?: unknown } | null;
  if (manifest?.magi === undefined) return null;
  return { value: manifest.magi, lineOf: (inside) => json.lineOf(['magi', ...inside]) };
}

async function parseJson(path: string, text: string): Promise<PlacedValue> {
  const { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } = await import(
    'jsonc-parser'
  );
  const errors: { error: number; offset: number; length: number }[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined || tree === undefined) {
    const problem = first === undefined ? 'is empty' : readable(printParseErrorCode(first.error));
    throw syntaxError(path, lineAt(text, first?.offset ?? 0), problem);
  }
  return {
    value: getNodeValue(tree),
    lineOf(inside) {
      const node = findNodeAtLocation(tree, inside.map(segment));
      // A member starts at its name, not at its value.
      const offset = node?.parent?.type === 'property' ? node.parent.offset : node?.offset;
      return offset === undefined ? null : lineAt(text, offset);
    },
  };
}

async function parseYaml(path: string, text: string): Promise<PlacedValue> {
  const { LineCounter, isMap, isNode, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [first] = document.errors;
  if (first !== undefined) {
    const [message = 'is no YAML'] = first.message.split('\n');
    throw syntaxError(path, lines.linePos(first.pos[0]).line, message);
  }
  return {
    value: document.toJS(),
    lineOf(inside) {
      const parent = document.getIn(inside.slice(0, -1), true);
      const last = inside.at(-1);
      const pair = isMap(parent)
        ? parent.items.find((item) => String(item.key) === String(last))
        : undefined;
      const node = pair === undefined ? document.getIn(inside, true) : pair.key;
      const offset = isNode(node) ? node.range?.[0] : undefined;
      return offset === undefined ? null : lines.linePos(offset).line;
    },
  };
}

function segment(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** `PropertyNameExpected` → `property name expected`. */
function readable(code: string): string {
  return code.replace(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase();
}

function syntaxError(path: string, line: number, problem: string): MagiError {
  return new MagiError('MAGI_CONFIG_SYNTAX', `${path}:${line}: ${problem}`, {
    hint: 'Mend the file; nothing was reviewed.',
    exitCode: 2,
  });
}
