import { access } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Snapshot } from '@magi/contracts';
import type { Change } from '../change/change.ts';
import { isScript, languageOf } from '../change/language.ts';
import type { ChangedSource } from '../change/source.ts';
import { scanImports } from './import-scan.ts';
import type { LintDiagnostic } from './oxlint.ts';
import { linkDependencies } from './project-copy.ts';
import type { LintReport, ToolAnswer } from './tools.ts';
import { lintWithTypes } from './tsgolint.ts';

/** Errors that say the program could not be put together, not that it is wrong. */
const unresolved = new Set([
  'TS2307',
  'TS2305',
  'TS2580',
  'TS2581',
  'TS2582',
  'TS2591',
  'TS2592',
  'TS2593',
  'TS2688',
  'TS6053',
  'TS7016',
  'TS2792',
]);
const maxFiles = 20_000;

export interface TypedOptions {
  readonly snapshot: Snapshot;
  readonly signal: AbortSignal;
  readonly rules: readonly string[];
}

/**
 * Typed rules and compiler errors of the changed TypeScript files, less the errors of the base.
 *
 * Answers nothing unless the project has a `tsconfig.json` and every import of the changed files
 * resolves: with dependencies missing, typed rules go silent without saying so.
 */
export async function typedReport(
  change: Omit<Change, 'tools'>,
  options: TypedOptions,
): Promise<ToolAnswer<LintReport>> {
  const sources = change.sources.filter((source) => isTyped(source) && source.head !== null);
  if (sources.length === 0) return { ok: true, value: new Map() };
  const paths = await change.list('head');
  if (!paths.some((path) => /(?:^|\/)tsconfig\.json$/.test(path)))
    return missing('the project has no tsconfig.json');
  if (await lacksDependencies(sources, paths, options.snapshot)) {
    return missing('the dependencies of the project are not installed');
  }
  const head = await lintSide(
    'head',
    sources.map((source) => source.path),
    paths,
    options,
  );
  if (!head.ok) return head;
  const broken = errorsOf(head.value).filter(([, { rule }]) => unresolved.has(codeOf(rule)));
  if (broken.length > 0) {
    const files = new Set(broken.map(([path]) => path)).size;
    return missing(
      `${broken.length} imports or types of ${files} files do not resolve; are the dependencies installed?`,
    );
  }
  const hasErrors = errorsOf(head.value).length > 0;
  return hasErrors ? withoutBaseErrors(head.value, sources, change, options) : head;
}

async function withoutBaseErrors(
  head: LintReport,
  sources: readonly ChangedSource[],
  change: Omit<Change, 'tools'>,
  options: TypedOptions,
): Promise<ToolAnswer<LintReport>> {
  const before = sources.filter((source) => source.base !== null);
  const basePaths = before.map((source) => source.file.oldPath ?? source.path);
  const base = await lintSide('base', basePaths, await change.list('base'), options);
  if (!base.ok) return base;
  const left = new Map<string, readonly LintDiagnostic[]>();
  for (const [path, diagnostics] of head) {
    const old = before.find((source) => source.path === path)?.file.oldPath ?? path;
    const known = countBy(base.value.get(old) ?? []);
    left.set(
      path,
      diagnostics.filter((one) => !isError(one) || !takeOne(known, keyOf(one))),
    );
  }
  return { ok: true, value: left };
}

async function lintSide(
  side: 'base' | 'head',
  files: readonly string[],
  paths: readonly string[],
  options: TypedOptions,
): Promise<ToolAnswer<LintReport>> {
  const project = paths.filter((path) => isScript(languageOf(path)) || /\.json$/.test(path));
  if (project.length > maxFiles)
    return missing(`${project.length} files are more than typed rules are run on`);
  const folder = await options.snapshot.materialise(side, project);
  const packages = paths
    .filter((path) => /(?:^|\/)package\.json$/.test(path))
    .map((path) => posix.dirname(path));
  if (options.snapshot.checkout !== null) {
    await linkDependencies(folder, options.snapshot.checkout, [...new Set(['.', ...packages])]);
  }
  return lintWithTypes({ folder, paths: files, rules: options.rules, signal: options.signal });
}

/**
 * Nothing is installed, and a changed file imports a package or belongs to one that depends on
 * others: names that those would declare, of a test runner for example, are not known then.
 */
async function lacksDependencies(
  sources: readonly ChangedSource[],
  paths: readonly string[],
  { checkout, read }: Snapshot,
): Promise<boolean> {
  const installed =
    checkout !== null &&
    (await access(join(checkout, 'node_modules')).then(
      () => true,
      () => false,
    ));
  if (installed) return false;
  const importsPackage = sources.some((source) =>
    scanImports(source.head ?? '').some(({ specifier }) => !specifier.startsWith('.')),
  );
  if (importsPackage) return true;
  const manifests = paths.filter((path) => isManifestOver(path, sources));
  for (const manifest of manifests) {
    if (dependsOnOthers(await read('head', manifest))) return true;
  }
  return false;
}

function isManifestOver(path: string, sources: readonly ChangedSource[]): boolean {
  if (posix.basename(path) !== 'package.json') return false;
  const folder = posix.dirname(path);
  return folder === '.' || sources.some((source) => source.path.startsWith(`${folder}/`));
}

function dependsOnOthers(manifest: Uint8Array | null): boolean {
  if (manifest === null) return false;
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      new TextDecoder().decode(manifest),
    );
    return Object.keys({ ...dependencies, ...devDependencies }).length > 0;
  } catch {
    // What cannot be read may depend on anything.
    return true;
  }
}

function isTyped(source: ChangedSource): boolean {
  return (source.language === 'ts' || source.language === 'tsx') && source.limit === null;
}

function errorsOf(report: LintReport): (readonly [string, LintDiagnostic])[] {
  return [...report].flatMap(([path, list]) =>
    list.filter(isError).map((one) => [path, one] as const),
  );
}

function isError(diagnostic: LintDiagnostic): boolean {
  return /^TS\d+$/.test(codeOf(diagnostic.rule));
}

function codeOf(rule: string): string {
  return rule.slice(rule.indexOf('/') + 1);
}

function keyOf(diagnostic: LintDiagnostic): string {
  return `${diagnostic.rule}\0${diagnostic.message}`;
}

function countBy(diagnostics: readonly LintDiagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of diagnostics) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left > 0) counts.set(key, left - 1);
  return left > 0;
}

function missing(reason: string): ToolAnswer<never> {
  return { ok: false, why: { kind: 'missing_tool', reason } };
}
