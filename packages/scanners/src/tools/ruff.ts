import type { Workspace } from '@astral-sh/ruff-wasm-nodejs';
import type { BuiltinCheck, Hit, RuleUse } from '../builtin/check.ts';
import { isTestPath } from '../change/file-class.ts';
import type { FileFacts } from '../facts/file-facts.ts';
import type { Blob } from '../facts/read-facts.ts';

interface Diagnostic {
  readonly code: string | null;
  readonly message: string;
  readonly start_location: { readonly row: number };
  readonly end_location: { readonly row: number };
  readonly fix: { readonly message: string | null } | null;
}

let workspace: Promise<Workspace | null> | null = null;

/**
 * Facts of a Python file: syntax errors and what the rules of the checks find.
 *
 * `noqa` comments silence nothing: only added lines are reported, and an author must not silence
 * the reviewer.
 */
export async function readPython(
  blob: Blob,
  checks: readonly BuiltinCheck[],
): Promise<Partial<FileFacts>> {
  workspace ??= open(checks);
  const ruff = await workspace;
  if (ruff === null) {
    return { limit: 'not analysed', missingTool: '@astral-sh/ruff-wasm-nodejs is not installed' };
  }
  const text = blob.text.replace(/\bnoqa\b/gi, 'xxxx');
  const diagnostics: Diagnostic[] = ruff.check(text);
  const errors = diagnostics.filter((one) => one.code === null || one.code === 'invalid-syntax');
  if (errors.length > 0) {
    const syntaxErrors = errors.map((one) => ({
      line: one.start_location.row,
      message: one.message,
    }));
    return { syntaxErrors, limit: 'syntax errors' };
  }
  return { hits: hitsOf(diagnostics, checks, isTestPath(blob.path)) };
}

function hitsOf(
  diagnostics: readonly Diagnostic[],
  checks: readonly BuiltinCheck[],
  isTest: boolean,
): Record<string, Hit[]> {
  const hits: Record<string, Hit[]> = {};
  for (const check of checks) {
    const own = diagnostics.flatMap((one) => hitOf(one, check.python ?? {}, isTest));
    if (own.length > 0) hits[check.id] = own;
  }
  return hits;
}

function hitOf(one: Diagnostic, uses: Readonly<Record<string, RuleUse>>, isTest: boolean): Hit[] {
  const code = one.code ?? '';
  // A family (`PLE`) stands for all of its rules, unless the rule itself is named too.
  const use = uses[code] ?? uses[/^[A-Z]+/.exec(code)?.[0] ?? ''];
  if (use === undefined || (isTest && (use.only === 'product' || code.startsWith('S')))) return [];
  const line = one.start_location.row;
  return [
    {
      rule: `ruff/${code}`,
      severity: use.severity,
      message: use.message ?? one.message,
      suggestion: use.suggestion ?? one.fix?.message ?? undefined,
      line,
      endLine: Math.min(Math.max(one.end_location.row, line), line + 4),
    },
  ];
}

/** Preview rules stay off: they change the codes of diagnostics into names. */
async function open(checks: readonly BuiltinCheck[]): Promise<Workspace | null> {
  const select = [...new Set(checks.flatMap((check) => Object.keys(check.python ?? {})))].sort();
  try {
    const ruff = await import('@astral-sh/ruff-wasm-nodejs');
    return new ruff.Workspace({ lint: { select } }, ruff.PositionEncoding.Utf16);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /MODULE_NOT_FOUND/.test(String(error.code));
}
