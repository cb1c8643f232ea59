import type { Change } from '../../change/change.ts';
import { holdsTests, isProductPath } from '../../change/file-class.ts';
import { isScript } from '../../change/language.ts';
import type { ChangedSource } from '../../change/source.ts';
import type { ImportFact } from '../../facts/outline/imports.ts';
import { scanImports } from '../../tools/import-scan.ts';
import type { BuiltinCheck, FileHit, Problem } from '../check.ts';
import { undeclaredDependency } from './declared-dependencies.ts';
import { foreignInternals } from './package-borders.ts';

/** Import cycles, reaches into other packages, undeclared dependencies, tests used by the product. */
export const checkModularity: BuiltinCheck = {
  id: 'check_modularity',
  lint: { 'import/no-self-import': { severity: 'warning' } },
  change: async (change) => {
    const hits: FileHit[] = [];
    for (const source of change.sources) {
      for (const added of addedImports(change, source)) {
        const problem = await judge(change, source, added);
        if (problem === null) continue;
        hits.push({ ...problem, file: source.path, line: added.line, endLine: added.line });
      }
    }
    return { hits };
  },
};

/** Run-time imports on added lines that the base of the file did not have. */
function addedImports(change: Change, source: ChangedSource): readonly ImportFact[] {
  if (!isScript(source.language)) return [];
  const before = new Set(scanImports(source.base ?? '').map((one) => one.specifier));
  const now = change.facts(source, 'head')?.outline?.imports ?? [];
  const moved = source.file.status === 'renamed';
  return now.filter(
    (one) => !one.typeOnly && source.added.has(one.line) && (moved || !before.has(one.specifier)),
  );
}

async function judge(
  change: Change,
  source: ChangedSource,
  added: ImportFact,
): Promise<Problem | null> {
  const graph = await change.tools.imports();
  const target = graph.resolve(source.path, added.specifier);
  if (target === null) return undeclaredDependency(change, source, added);
  if (holdsTests(target) && isProductPath(source.path)) {
    return {
      rule: 'test-code-in-product',
      severity: 'warning',
      message: `Product code imports the test file ${target}.`,
      suggestion: 'Move what both need into a file of the product.',
    };
  }
  const border = await foreignInternals(change, source.path, target);
  if (border !== null) return border;
  if (added.kind === 'dynamic' || target === source.path) return null;
  const way = await graph.chain(target, source.path);
  if (way === null) return null;
  // Both files were in one cycle before, by another way: this import adds nothing to it.
  const other = await graph.chain(source.path, target, 'indirectly');
  return other === null ? cycle(source.path, way) : null;
}

function cycle(from: string, way: readonly string[]): Problem {
  const shown = way.length > 6 ? [...way.slice(0, 3), '…', ...way.slice(-2)] : way;
  return {
    rule: 'import-cycle',
    severity: 'warning',
    message: `This import closes a cycle: ${[from, ...shown].join(' → ')}`,
    suggestion: 'Move what both files need into a third one that imports neither.',
  };
}
