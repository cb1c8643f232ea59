import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findInPackage } from './find-tool.ts';
import { type LintDiagnostic, oxlintConfig, parseLintJson, sortOutput } from './oxlint.ts';
import { runProgram } from './run-program.ts';
import type { ToolAnswer } from './tools.ts';

/** Arguments of one call; longer lists are split over several. */
const filesPerCall = 200;

export interface TypedRequest {
  /** Folder with the whole project and its dependencies. */
  readonly folder: string;
  readonly paths: readonly string[];
  readonly rules: readonly string[];
  readonly signal: AbortSignal;
}

/** Runs typed rules and the compiler over files of a project; rules named `typescript/TS2322` are compiler errors. */
export async function lintWithTypes(
  request: TypedRequest,
): Promise<ToolAnswer<ReadonlyMap<string, readonly LintDiagnostic[]>>> {
  const oxlint = findInPackage('oxlint', 'bin/oxlint');
  const engine = tsgolintBinary();
  if (oxlint === null || engine === null) {
    return {
      ok: false,
      why: { kind: 'missing_tool', reason: 'oxlint-tsgolint is not installed for this platform' },
    };
  }
  const config = join(request.folder, '.magi-typed.json');
  await writeFile(config, JSON.stringify(oxlintConfig(request.rules)));
  const found = new Map<string, readonly LintDiagnostic[]>();
  for (let at = 0; at < request.paths.length; at += filesPerCall) {
    const paths = request.paths.slice(at, at + filesPerCall);
    const args = [
      oxlint,
      '-c',
      config,
      '--disable-nested-config',
      '--no-ignore',
      '--type-aware',
      '--type-check',
    ];
    const output = await runProgram(
      process.execPath,
      [...args, '-f', 'json', ...paths.map((path) => `./${path}`)],
      {
        cwd: request.folder,
        signal: request.signal,
        env: { OXLINT_TSGOLINT_PATH: engine },
      },
    );
    const raw = parseLintJson(output.stdout);
    if (raw === null) {
      const cause = (output.stderr.trim() || output.stdout.trim()).slice(0, 200);
      return {
        ok: false,
        why: { kind: 'missing_tool', reason: `typed rules did not run: ${cause}` },
      };
    }
    for (const [path, list] of sortOutput(raw.diagnostics, []).diagnostics) found.set(path, list);
  }
  return { ok: true, value: found };
}

function tsgolintBinary(): string | null {
  try {
    const near = createRequire(
      createRequire(import.meta.url).resolve('oxlint-tsgolint/package.json'),
    );
    const manifest = near.resolve(
      `@oxlint-tsgolint/${process.platform}-${process.arch}/package.json`,
    );
    return join(dirname(manifest), process.platform === 'win32' ? 'tsgolint.exe' : 'tsgolint');
  } catch {
    return null;
  }
}
