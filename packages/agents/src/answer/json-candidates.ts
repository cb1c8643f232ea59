/** A piece of an answer that may be the JSON asked for. */
export interface JsonCandidate {
  readonly text: string;
  /** False when the text ends before its brackets do: the answer was cut off. */
  readonly closed: boolean;
}

const longestAnswer = 1 << 20;

/**
 * Finds the JSON objects and arrays in what a model printed, in order of appearance.
 *
 * Byte order mark, terminal colours and thinking blocks are dropped; brackets are balanced outside
 * strings; an answer that is one JSON string is decoded once. Only the last megabyte is read.
 */
export function jsonCandidates(answer: string): readonly JsonCandidate[] {
  const text = withoutDecoration(answer.slice(-longestAnswer));
  return [...balancedPieces(text), ...decodedPieces(text)];
}

function withoutDecoration(text: string): string {
  return (
    text
      .replace(/^\uFEFF/, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with ESC
      .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
      .replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
  );
}

function balancedPieces(text: string): readonly JsonCandidate[] {
  const found: JsonCandidate[] = [];
  let at = nextBracket(text, 0);
  while (at >= 0) {
    const end = closingBracket(text, at);
    if (end >= 0) {
      found.push({ text: text.slice(at, end + 1), closed: true });
      at = nextBracket(text, end + 1);
      continue;
    }
    found.push({ text: text.slice(at), closed: false });
    // A stray bracket in prose must not hide the object below it.
    const below = text.indexOf('\n{', at + 1);
    at = below < 0 || found.length > 64 ? -1 : below + 1;
  }
  return found;
}

function nextBracket(text: string, from: number): number {
  const offset = text.slice(from).search(/[{[]/);
  return offset < 0 ? -1 : from + offset;
}

function closingBracket(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return index;
  }
  return -1;
}

function decodedPieces(text: string): readonly JsonCandidate[] {
  const whole = text.trim();
  if (!whole.startsWith('"')) return [];
  try {
    const decoded: unknown = JSON.parse(whole);
    return typeof decoded === 'string' ? balancedPieces(decoded) : [];
  } catch {
    return [];
  }
}
