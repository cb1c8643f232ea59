import type { Snapshot } from '@magi/contracts';
import { allChecks } from '../builtin/find-check.ts';
import type { Change } from '../change/change.ts';
import { isScript } from '../change/language.ts';
import type { FactCache } from '../facts/fact-cache.ts';
import { calibrate } from './calibrate.ts';
import { type ImportGraph, importGraph } from './import-graph.ts';
import { neutralised } from './neutralise.ts';
import type { Linter } from './oxlint.ts';
import type { Calibration, LintReport, ToolAnswer, Tools } from './tools.ts';

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
    typed: once(async () => missing('typed rules are not available')),
    calibration: byArgument((fileClass) => calibration(fileClass, change, options)),
    clones: once(async () => missing('the duplicate finder is not available')),
    imports: once(() => graphOf(change)),
  };
}

/** Every rule of the linter that some check uses. */
export function lintRules(): readonly string[] {
  const rules = allChecks.flatMap((check) => Object.keys(check.lint ?? {}));
  return [...new Set(rules)].sort();
}

async function lint(
  change: Omit<Change, 'tools'>,
  options: ToolOptions,
): Promise<ToolAnswer<LintReport>> {
  const sources = change.sources.filter(
    (source) => source.head !== null && isScript(source.language) && source.limit === null,
  );
  const files = sources.map((source) => ({ path: source.path, text: neutralised(source) }));
  const rules = lintRules();
  const key = [
    'lint',
    ...rules,
    ...sources.flatMap((source) => [source.path, textKey(source.path, change)]),
  ];
  const kept = await options.cache.through(key, async () => {
    const answer = await options.linter({ files, rules, signal: options.signal });
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
  const key = ['calibration', fileClass, change.candidate.base.tree, ...lintRules()];
  return options.cache.through(key, () => calibrate(fileClass, change, options, lintRules()));
}

async function graphOf(change: Omit<Change, 'tools'>): Promise<ImportGraph> {
  return importGraph(await change.list('head'), (path) => change.read('head', path));
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
