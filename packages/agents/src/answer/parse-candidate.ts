import type { JsonCandidate } from './json-candidates.ts';

/** A candidate as a value, and how much had to be done to it. */
export interface ParsedCandidate {
  readonly value: unknown;
  readonly quality: 'strict' | 'repaired' | 'truncated';
}

/**
 * Parses a candidate; what is not JSON is repaired where that cannot change its meaning.
 *
 * `truncated`: the text was cut off, or its author left something out with an ellipsis; the value
 * is then evidence, never an answer. Null: not readable, or a key stands twice in one object, so
 * that the value would depend on the reader.
 */
export async function parseCandidate(candidate: JsonCandidate): Promise<ParsedCandidate | null> {
  const strict = parseStrictly(candidate.text);
  if (strict !== undefined) {
    return repeatsKey(candidate.text) ? null : { value: strict, quality: 'strict' };
  }
  const { jsonrepair } = await import('jsonrepair');
  try {
    const repaired = jsonrepair(candidate.text);
    if (repeatsKey(repaired)) return null;
    const complete = candidate.closed && !leavesOut(candidate.text);
    return { value: JSON.parse(repaired), quality: complete ? 'repaired' : 'truncated' };
  } catch {
    return null;
  }
}

function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True when an ellipsis stands outside of strings. */
function leavesOut(text: string): boolean {
  return /\.\.\.|…/.test(text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, '""'));
}

/** True when some object of a valid JSON text has a key twice. */
function repeatsKey(json: string): boolean {
  const open: (Set<string> | null)[] = [];
  const tokens = json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")\s*(:)?|[{}[\]]/gs);
  for (const [token, text, colon] of tokens) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (text !== undefined && colon !== undefined) {
      const keys = open.at(-1);
      const key = JSON.parse(text) as string;
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}
