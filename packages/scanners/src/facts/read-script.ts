import { isAtLeast } from '@magi/contracts';
import type { BuiltinCheck, Hit } from '../builtin/check.ts';
import type { Language } from '../change/language.ts';
import { oneLine } from './one-line.ts';
import { type Outline, outlineOf } from './outline/outline.ts';
import { type ScriptFile, scriptFile } from './script-file.ts';
import type { ScriptVisitors } from './script-visitors.ts';
import { type NodeKinds, type SourceFile, ts } from './typescript.ts';

export interface ScriptFacts {
  readonly syntaxErrors: readonly { readonly line: number; readonly message: string }[];
  readonly limit: string | null;
  readonly hits: Record<string, readonly Hit[]>;
  readonly outline: Outline | null;
}

export interface ScriptUnit {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
}

/** Finds where values from outside do harm; its hits come with the check that they belong to. */
export type TaintAnalysis = (
  unit: ScriptUnit,
  parsed: SourceFile,
) => readonly (Hit & { readonly check: string })[];

/**
 * Parses one script and runs the rules of all checks over it.
 *
 * A text that does not parse gives its syntax errors and nothing else: what rules find in a
 * guessed tree is not worth reporting.
 */
export function readScript(
  unit: ScriptUnit,
  checks: readonly BuiltinCheck[],
  taint: TaintAnalysis | null,
): ScriptFacts {
  try {
    return readParsed(unit, checks, taint);
  } catch (error) {
    // The parser descends by recursion; machine-made code can nest deeper than its stack.
    if (!(error instanceof RangeError)) throw error;
    return { syntaxErrors: [], limit: 'nested too deeply', hits: {}, outline: null };
  }
}

function readParsed(
  unit: ScriptUnit,
  checks: readonly BuiltinCheck[],
  taint: TaintAnalysis | null,
): ScriptFacts {
  const hits: Record<string, readonly Hit[]> = {};
  let current: Hit[] = [];
  const file = scriptFile(unit.path, unit.text, unit.language, (hit) => current.push(hit));
  const syntaxErrors = syntaxErrorsOf(file);
  if (syntaxErrors.length > 0) {
    const isFlow = /@flow\b/.test(unit.text.slice(0, 2_000)) && unit.language === 'js';
    return isFlow
      ? { syntaxErrors: [], limit: 'Flow syntax', hits, outline: null }
      : { syntaxErrors, limit: 'syntax errors', hits, outline: null };
  }
  for (const check of checks) {
    if (check.script === undefined) continue;
    current = [];
    visit(check.script, file);
    if (current.length > 0) hits[check.id] = current.sort((a, b) => a.line - b.line);
  }
  for (const { check, ...hit } of taint === null || file.isTest ? [] : taint(unit, file.source)) {
    hits[check] = merge(hits[check] ?? [], hit);
  }
  return { syntaxErrors, limit: null, hits, outline: outlineOf(file) };
}

/** A rule of the check and the taint engine may see the same thing: the graver word counts. */
function merge(hits: readonly Hit[], hit: Hit): readonly Hit[] {
  const same = hits.find((one) => one.line === hit.line);
  if (same !== undefined && isAtLeast(same.severity, hit.severity)) return hits;
  return [...hits.filter((one) => one !== same), hit].sort((a, b) => a.line - b.line);
}

function visit(visitors: ScriptVisitors, file: ScriptFile): void {
  for (const kind of Object.keys(visitors) as (keyof NodeKinds)[]) {
    const rule = visitors[kind] as (node: unknown, file: ScriptFile) => void;
    for (const node of file.nodes(kind)) rule(node, file);
  }
}

function syntaxErrorsOf(file: ScriptFile): ScriptFacts['syntaxErrors'] {
  // The parser keeps its own errors on the file; the public way to them needs a whole program.
  const { parseDiagnostics } = file.source as unknown as {
    readonly parseDiagnostics: readonly { readonly start: number; readonly messageText: unknown }[];
  };
  return parseDiagnostics.slice(0, 20).map(({ start, messageText }) => ({
    line: file.source.getLineAndCharacterOfPosition(start).line + 1,
    message: oneLine(ts.flattenDiagnosticMessageText(messageText as string, ' ')),
  }));
}
