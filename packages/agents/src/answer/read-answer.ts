import type { z } from 'zod';
import { jsonCandidates } from './json-candidates.ts';
import { parseCandidate } from './parse-candidate.ts';

/** What an agent's words amount to. Only `strict` and `repaired` may be used. */
export type ReadAnswer<Data> =
  | { readonly quality: 'strict' | 'repaired'; readonly data: Data }
  | { readonly quality: 'truncated'; readonly problems: readonly string[] }
  | { readonly quality: 'invalid'; readonly problems: readonly string[] }
  | { readonly quality: 'none'; readonly problems: readonly string[] };

const mostProblems = 5;

/**
 * Reads the one JSON answer in a text that may also hold fences, prose, thinking or a wrapper.
 *
 * Every candidate is tried against the schema. Two complete candidates that both fit and differ are
 * `invalid`: the text then contains somebody's answer and perhaps somebody else's.
 *
 * @returns problems are at most five lines, worded for the agent that has to correct them
 */
export async function readAnswer<Data>(
  text: string,
  schema: z.ZodType<Data>,
): Promise<ReadAnswer<Data>> {
  const fitting: { quality: 'strict' | 'repaired'; data: Data }[] = [];
  let cutOff = false;
  let problems: readonly string[] | null = null;
  for (const candidate of [...jsonCandidates(text)].reverse()) {
    const parsed = await parseCandidate(candidate);
    if (!parsed) continue;
    const { quality, value } = parsed;
    const read = fit(value, schema);
    if (quality === 'truncated') cutOff = true;
    else if (read.ok) fitting.push({ quality, data: read.data });
    else problems ??= read.problems;
  }
  const [best, ...others] = fitting;
  if (best && others.every((other) => sameJson(other.data, best.data))) return best;
  if (best) return { quality: 'invalid', problems: ['the answer holds more than one JSON object'] };
  if (cutOff) return { quality: 'truncated', problems: ['the JSON was cut off or abbreviated'] };
  if (problems) return { quality: 'invalid', problems };
  return { quality: 'none', problems: ['the answer holds no JSON object'] };
}

/** Checks a value that came through a structured channel, under the same rules. */
export function readStructured<Data>(value: unknown, schema: z.ZodType<Data>): ReadAnswer<Data> {
  const read = fit(value, schema);
  return read.ok
    ? { quality: 'strict', data: read.data }
    : { quality: 'invalid', problems: read.problems };
}

type Fit<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly problems: readonly string[] };

function fit<Data>(value: unknown, schema: z.ZodType<Data>): Fit<Data> {
  const [first, ...rest] = wrapped(value).map((inner) => schema.safeParse(inner));
  const success = [first, ...rest].find((result) => result?.success);
  if (success?.success) return { ok: true, data: success.data };
  const issues = first?.error?.issues ?? [];
  return {
    ok: false,
    problems: issues
      .slice(0, mostProblems)
      .map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`),
  };
}

const wrappers = ['result', 'output', 'response', 'review', 'data'];

/** The value itself, the one item of a list, and the objects that agents like to wrap answers in. */
function wrapped(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.length === 1 ? [value, value[0]] : [value];
  if (value === null || typeof value !== 'object') return [value];
  const inner = wrappers.flatMap((name) => {
    const item = (value as Record<string, unknown>)[name];
    if (typeof item === 'string') return parsedObject(item);
    return item !== null && typeof item === 'object' ? [item] : [];
  });
  return [value, ...inner];
}

function parsedObject(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? [value] : [];
  } catch {
    return [];
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
