import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findInPackage } from './find-tool.ts';
import { runProgram } from './run-program.ts';
import { type TextFile, withTemporaryTree } from './temporary-tree.ts';
import type { ToolAnswer } from './tools.ts';

export interface LintDiagnostic {
  /** Name under which rules are configured, for example `eqeqeq` or `vitest/no-focused-tests`. */
  readonly rule: string;
  readonly message: string;
  readonly help: string | undefined;
  readonly line: number;
  readonly endLine: number;
}

export interface LintRequest {
  readonly files: readonly TextFile[];
  readonly rules: readonly string[];
  readonly signal: AbortSignal;
}

export interface LintOutput {
  readonly diagnostics: ReadonlyMap<string, readonly LintDiagnostic[]>;
  /** Files that the linter could not parse; it says nothing else about them. */
  readonly unparsed: ReadonlySet<string>;
}

/** Lints texts with our own configuration only; nothing of the repository is executed. */
export type Linter = (request: LintRequest) => Promise<ToolAnswer<LintOutput>>;

interface RawDiagnostic {
  readonly message: string;
  readonly code?: string;
  readonly help?: string;
  readonly filename: string;
  readonly labels: readonly {
    readonly span: { readonly offset: number; readonly length: number; readonly line: number };
  }[];
}

const plugins = ['import', 'node', 'oxc', 'promise', 'react', 'typescript', 'unicorn', 'vitest'];

/** Runs the installed oxlint on a temporary copy. */
export const oxlint: Linter = async ({ files, rules, signal }) => {
  if (files.length === 0)
    return { ok: true, value: { diagnostics: new Map(), unparsed: new Set() } };
  const program = findInPackage('oxlint', 'bin/oxlint');
  if (program === null) return missing('oxlint is not installed');
  const renamed = files.map(({ path, text }) => ({ path: lintPath(path), text }));
  return withTemporaryTree(renamed, async (folder) => {
    const config = join(folder, '.magi-oxlint.json');
    await writeFile(config, JSON.stringify(oxlintConfig(rules)));
    const args = [
      program,
      '-c',
      config,
      '--disable-nested-config',
      '--no-ignore',
      '-f',
      'json',
      '.',
    ];
    const output = await runProgram(process.execPath, args, { cwd: folder, signal });
    return readOutput(output.stdout, output.stderr, files);
  });
};

/** The linter passes over names without a known ending, and over those of minified files. */
function lintPath(path: string): string {
  const plain = path.replace(/[.-]min\./g, '_m.');
  return /\.[mc]?[jt]sx?$/.test(plain) ? plain : `${plain}.js`;
}

/** Configuration that switches on exactly the given rules. */
export function oxlintConfig(rules: readonly string[]): object {
  return {
    plugins,
    categories: { correctness: 'off' },
    rules: Object.fromEntries(rules.map((rule) => [rule, ruleOptions[rule] ?? 'warn'])),
    settings: { vitest: { typecheck: true } },
  };
}

const ruleOptions: Readonly<Record<string, unknown>> = {
  eqeqeq: ['warn', 'smart'],
  'typescript/consistent-type-imports': ['warn', { disallowTypeAnnotations: false }],
  'react/no-unstable-nested-components': ['warn', { allowAsProps: true }],
  'no-fallthrough': ['warn', { commentPattern: 'falls?[ -]?through|no break' }],
};

function readOutput(
  stdout: string,
  stderr: string,
  files: readonly TextFile[],
): ToolAnswer<LintOutput> {
  const raw = parseLintJson(stdout);
  if (raw === null) {
    const cause = (stderr.trim() || stdout.trim()).slice(0, 200);
    return /cannot find|native binding/i.test(cause)
      ? missing('the binary of oxlint is not installed for this platform')
      : degraded(`oxlint answered no JSON: ${cause}`);
  }
  if (raw.number_of_files !== files.length) {
    return degraded(`oxlint looked at ${raw.number_of_files} of ${files.length} files`);
  }
  return { ok: true, value: sortOutput(raw.diagnostics, files) };
}

/** Splits raw diagnostics by file. A diagnostic without a code is a syntax error. */
export function sortOutput(raw: readonly RawDiagnostic[], files: readonly TextFile[]): LintOutput {
  const bytes = new Map(files.map((file) => [file.path, Buffer.from(file.text, 'utf8')]));
  const paths = new Map(files.map((file) => [lintPath(file.path), file.path]));
  const diagnostics = new Map<string, LintDiagnostic[]>();
  const unparsed = new Set<string>();
  for (const diagnostic of raw) {
    const name = diagnostic.filename.replaceAll('\\', '/').replace(/^\.\//, '');
    const file = paths.get(name) ?? name;
    const span = diagnostic.labels[0]?.span;
    if (diagnostic.code === undefined) unparsed.add(file);
    if (diagnostic.code === undefined || span === undefined) continue;
    const height = heightOf(bytes.get(file), span.offset, span.length);
    const list = diagnostics.get(file) ?? [];
    list.push({
      rule: ruleName(diagnostic.code),
      message: diagnostic.message,
      help: diagnostic.help,
      line: span.line,
      endLine: span.line + height,
    });
    diagnostics.set(file, list);
  }
  for (const list of diagnostics.values())
    list.sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
  return { diagnostics, unparsed };
}

/** `eslint(no-eval)` is configured as `no-eval`, `vitest(no-focused-tests)` as `vitest/…`. */
function ruleName(code: string): string {
  const [, plugin = '', rule = ''] = /^([^()]+)\((.+)\)$/.exec(code) ?? [];
  const name = plugin.replace(/^eslint-plugin-/, '').replace(/^typescript-eslint$/, 'typescript');
  return name === 'eslint' ? rule : `${name}/${rule}`;
}

/** Line breaks within a span; spans count UTF-8 bytes. */
function heightOf(bytes: Buffer | undefined, offset: number, length: number): number {
  let breaks = 0;
  for (const byte of bytes?.subarray(offset, offset + length) ?? []) if (byte === 0x0a) breaks++;
  return breaks;
}

/** Output of the linter, or null when it is no JSON. */
export function parseLintJson(
  text: string,
): { diagnostics: RawDiagnostic[]; number_of_files: number } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function missing(reason: string): ToolAnswer<never> {
  return { ok: false, why: { kind: 'missing_tool', reason } };
}

function degraded(reason: string): ToolAnswer<never> {
  return { ok: false, why: { kind: 'degraded', reason } };
}
