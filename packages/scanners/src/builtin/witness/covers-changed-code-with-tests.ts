import type { Change } from '../../change/change.ts';
import { holdsTests, isProductPath } from '../../change/file-class.ts';
import { isScript } from '../../change/language.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { manifestsAbove } from '../core/manifests.ts';
import { type Side, sidesOf } from '../sides.ts';

/** How many imports a test may be away from what it tests: a test of the entry point tests the parts. */
const maxDistance = 8;

/** Changed exported functions are reached by a test. */
export const coversChangedCodeWithTests: BuiltinCheck = {
  id: 'covers_changed_code_with_tests',
  about: (source) =>
    source.head !== null && isScript(source.language) && isProductPath(source.path),
  change: async (change) => {
    const paths = await change.list('head');
    const tests = paths.filter(holdsTests);
    if (!tests.some(isScriptPath)) {
      const reason = 'the project has no tests';
      return { hits: [], notEvaluated: { kind: 'not_applicable', reason } };
    }
    const hits: FileHit[] = [];
    for (const side of sidesOf(change, 'head').filter(({ path }) => isProductPath(path))) {
      const names = changedExports(side);
      if (names.length === 0 || (await isTested(change, side.path, tests))) continue;
      hits.push(untestedHit(side, names));
    }
    return { hits };
  },
};

function isScriptPath(path: string): boolean {
  return /\.[mc]?[jt]sx?$/.test(path);
}

/** Exported functions with changed lines in their bodies. */
function changedExports({ source, outline }: Side): { name: string; line: number }[] {
  const exported = new Set(
    outline.exports
      .filter((one) => one.kind === 'function' || one.kind === 'class')
      .map((one) => one.name),
  );
  return outline.functions
    .filter((fact) => exported.has(fact.name.split('.')[0] ?? ''))
    .filter((fact) => fact.bodyLength > 20 && source.added.first(fact.line, fact.endLine) !== null)
    .map((fact) => ({ name: fact.name, line: fact.line }));
}

/** A test imports the module, directly or through few others, or stands beside it by name. */
async function isTested(change: Change, path: string, tests: readonly string[]): Promise<boolean> {
  const stem = path.replace(/\.[^./]+$/, '');
  const name = stem.slice(stem.lastIndexOf('/') + 1);
  const beside = new RegExp(`(?:^|/)${inPattern(name)}[._-](?:test|spec)`);
  if (tests.some((one) => beside.test(one))) return true;
  const graph = await change.tools.imports();
  if (await isTestedAsPackage(change, path)) return true;
  let level = [path];
  const seen = new Set(level);
  for (let distance = 0; distance < maxDistance; distance++) {
    const next: string[] = [];
    for (const file of level) {
      for (const importer of await graph.importersOf(file)) {
        if (holdsTests(importer.file)) return true;
        if (!seen.has(importer.file)) next.push(importer.file);
        seen.add(importer.file);
      }
    }
    level = next;
  }
  return false;
}

/** Tests of a workspace often import the package by its name. */
async function isTestedAsPackage(change: Change, path: string): Promise<boolean> {
  const [own] = await manifestsAbove(change, path);
  if (own === undefined || own.name === null) return false;
  const graph = await change.tools.imports();
  return (await graph.importersOfPackage(own.name)).some(holdsTests);
}

function inPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function untestedHit(side: Side, names: readonly { name: string; line: number }[]): FileHit {
  const [first] = names;
  const others = names.length > 1 ? ` and ${names.length - 1} more` : '';
  return {
    rule: 'changed-code-untested',
    severity: 'warning',
    file: side.path,
    line: first?.line ?? 1,
    endLine: first?.line ?? 1,
    message: `No test reaches this module, in which ${first?.name ?? 'a function'}${others} changed.`,
    suggestion: 'Add a test that fails without the change.',
    diffLevel: true,
  };
}
