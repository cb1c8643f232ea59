import type { Snapshot } from '@magi/contracts';
import { allChecks } from '../builtin/find-check.ts';
import type { Change } from '../change/change.ts';
import { isLintable } from '../change/source.ts';
import type { FactCache } from '../facts/fact-cache.ts';
import { calibrate } from './calibrate.ts';
import { clonesOfChange } from './clones.ts';
import { type ImportGraph, importGraph } from './import-graph.ts';
import { installationOf } from './installation.ts';
import { neutralised } from './neutralise.ts';
import type { Linter } from './oxlint.ts';
import type { TextFile } from './temporary-tree.ts';
import type { Calibration, Clone, LintReport, ToolAnswer, Tools } from './tools.ts';
import { typedReport } from './typed.ts';

export interface ToolOptions {
  readonly snapshot: Snapshot;
  readonly cache: FactCache;
  readonly signal: AbortSignal;
  readonly linter: Linter;
  readonly types: boolean;
}

/** Tools of one candidate: each runs at most once, and its answer is cached by what it read. */
export function createTools(change: Omit<Change, 'tools'>, options: ToolOptions): Tools {
  return {
    lint: once(() => lint(change, options)),
    lintBase: once(() => lintBase(change, options)),
    typed: once(() => typed(change, options)),
    calibration: byArgument((fileClass) => calibration(fileClass, change, options)),
    clones: once(() => clones(change, options)),
    imports: once(() => graphOf(change)),
  };
}

/** Every rule of the linter that some check uses, typed or not. */
function rulesOf(part: 'lint' | 'typed'): readonly string[] {
  const rules = allChecks.flatMap((check) => Object.keys(check[part] ?? {}));
  return [...new Set(rules)].sort();
}

async function lint(
  change: Omit<Change, 'tools'>,
  options: ToolOptions,
): Promise<ToolAnswer<LintReport>> {
  const sources = change.sources.filter(isLintable);
  const files = sources.map((source) => ({ path: source.path, text: neutralised(source) }));
  const texts = sources.flatMap(({ path }) => [path, textKey(path, change)]);
  return lintTexts(files, ['lint', ...texts], options);
}

async function lintBase(
  change: Omit<Change, 'tools'>,
  options: ToolOptions,
): Promise<ToolAnswer<LintReport>> {
  const files = change.sources
    .filter(isLintable)
    .flatMap(({ path, base }) => (base === null ? [] : [{ path, text: base }]));
  const texts = files.flatMap(({ path, text }) => [path, change.source(path)?.file.oldOid ?? text]);
  return lintTexts(files, ['lint-base', ...texts], options);
}

async function lintTexts(
  files: readonly TextFile[],
  key: readonly string[],
  { cache, linter, signal }: ToolOptions,
): Promise<ToolAnswer<LintReport>> {
  const rules = rulesOf('lint');
  const kept = await cache.through([...key, ...rules], async () => {
    const answer = await linter({ files, rules, signal });
    return answer.ok ? { ok: true as const, value: [...answer.value.diagnostics] } : answer;
  });
  return kept.ok ? { ok: true, value: new Map(kept.value) } : kept;
}

/** Content of a changed file and of its added lines: both decide what the linter is shown. */
function textKey(path: string, change: Omit<Change, 'tools'>): string {
  const source = change.source(path);
  return `${source?.file.newOid ?? source?.head ?? ''}:${JSON.stringify(source?.file.hunks ?? [])}`;
}

async function calibration(
  fileClass: 'product' | 'test',
  change: Omit<Change, 'tools'>,
  options: ToolOptions,
): Promise<ToolAnswer<Calibration>> {
  const key = ['calibration', fileClass, change.candidate.base.tree, ...rulesOf('lint')];
  return options.cache.through(key, () => calibrate(fileClass, change, options, rulesOf('lint')));
}

async function graphOf(change: Omit<Change, 'tools'>): Promise<ImportGraph> {
  // Old paths are known too, so that imports of what was moved away can be seen.
  const old = change.candidate.files.flatMap((file) => file.oldPath ?? file.path);
  const paths = [...new Set([...(await change.list('head')), ...old])];
  return importGraph(paths, (path) => change.read('head', path));
}

async function clones(
  change: Omit<Change, 'tools'>,
  options: ToolOptions,
): Promise<ToolAnswer<readonly Clone[]>> {
  const { base, head } = change.candidate;
  return options.cache.through(['clones', base.tree, head.tree], () =>
    clonesOfChange(change, options),
  );
}

/** Typed answers rest on installed dependencies too; the lock file of the installation names them. */
async function typed(
  change: Omit<Change, 'tools'>,
  options: ToolOptions,
): Promise<ToolAnswer<LintReport>> {
  if (!options.types) return missing('typed rules are switched off');
  const rules = rulesOf('typed');
  const { base, head } = change.candidate;
  const installed = await installationOf(options.snapshot.checkout);
  const key = ['typed', base.tree, head.tree, installed, ...rules];
  const kept = await options.cache.through(key, async () => {
    const answer = await typedReport(change, { ...options, rules });
    return answer.ok ? { ok: true as const, value: [...answer.value] } : answer;
  });
  return kept.ok ? { ok: true, value: new Map(kept.value) } : kept;
}

function missing(reason: string): ToolAnswer<never> {
  return { ok: false, why: { kind: 'missing_tool', reason } };
}

function once<Value>(compute: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | null = null;
  return () => (kept ??= compute());
}

function byArgument<Argument, Value>(
  compute: (argument: Argument) => Promise<Value>,
): (argument: Argument) => Promise<Value> {
  const kept = new Map<Argument, Promise<Value>>();
  return (argument) => {
    const value = kept.get(argument) ?? compute(argument);
    kept.set(argument, value);
    return value;
  };
}
