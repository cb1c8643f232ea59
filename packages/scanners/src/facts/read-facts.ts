import type { BuiltinCheck, Hit, TextUnit } from '../builtin/check.ts';
import { isTestPath } from '../change/file-class.ts';
import { isScript, type Language } from '../change/language.ts';
import { loadRegexAnalyser } from '../tools/regex-speed.ts';
import type { FileFacts } from './file-facts.ts';
import { readJson } from './read-json.ts';
import { readScript, type TaintAnalysis } from './read-script.ts';
import { loadTypeScript } from './typescript.ts';

export interface Blob {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly limit: string | null;
  /** Only the head side is judged; of the base side the outline and script rules are enough. */
  readonly side: 'base' | 'head';
}

/** Derives all facts of one text. The compiler and other analysers are loaded when needed. */
export async function readFacts(blob: Blob, checks: readonly BuiltinCheck[]): Promise<FileFacts> {
  const parsed = await parse(blob, checks);
  const hits: Record<string, readonly Hit[]> = { ...parsed.hits };
  if (blob.side === 'head') await addTextHits(blob, checks, hits);
  return { ...parsed, hits };
}

const nothing: FileFacts = { syntaxErrors: [], limit: null, hits: {}, outline: null };

async function parse(blob: Blob, checks: readonly BuiltinCheck[]): Promise<FileFacts> {
  if (blob.limit !== null) return { ...nothing, limit: blob.limit };
  if (isScript(blob.language)) {
    await Promise.all([loadTypeScript(), loadRegexAnalyser()]);
    return readScript(blob, checks, blob.side === 'head' ? await loadTaint() : null);
  }
  if (blob.side === 'base') return nothing;
  if (blob.language === 'json') return { ...nothing, ...(await readJson(blob.text)) };
  if (blob.language === 'python') {
    const { readPython } = await import('../tools/ruff.ts');
    return { ...nothing, ...(await readPython(blob, checks)) };
  }
  const { readPatterns } = await import('../tools/ast-grep.ts');
  return { ...nothing, ...(await readPatterns(blob, checks)) };
}

async function loadTaint(): Promise<TaintAnalysis> {
  const { taintHits } = await import('./taint-hits.ts');
  return taintHits;
}

async function addTextHits(
  blob: Blob,
  checks: readonly BuiltinCheck[],
  hits: Record<string, readonly Hit[]>,
): Promise<void> {
  const unit: TextUnit = {
    path: blob.path,
    language: blob.language,
    text: blob.text,
    lines: blob.text.split('\n').map((line) => line.replace(/\r$/, '')),
    isTest: isTestPath(blob.path),
  };
  for (const check of checks) {
    if (check.text === undefined) continue;
    if (blob.limit !== null && check.readsAnySize !== true) continue;
    const found = await check.text(unit);
    if (found.length > 0) hits[check.id] = [...(hits[check.id] ?? []), ...found];
  }
}
