import type { Change } from '../../change/change.ts';
import { isTestPath } from '../../change/file-class.ts';
import type { ExportFact } from '../../facts/outline/exports.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { hasBase, type Side, sideOf, sidesOf } from '../sides.ts';
import { narrowing } from './narrowing.ts';

/** Nothing that others can import is gone or takes less than before. */
export const exportedApiPreserved: BuiltinCheck = {
  id: 'exported_api_preserved',
  comparesSides: true,
  about: (source) => hasBase(source) && !source.isTest,
  change: async (change) => {
    const hits: FileHit[] = [];
    for (const base of sidesOf(change, 'base').filter(({ path }) => !isTestPath(path))) {
      const head = sideOf(change, base.source, 'head');
      if (head === null && base.source.head !== null) continue;
      for (const before of base.outline.exports) {
        const after = head?.outline.exports.find((one) => one.name === before.name);
        if (after === undefined) hits.push(...(await goneHit(change, base, before)));
        else hits.push(...narrowedHit(base.source.path, before, after));
      }
    }
    return { hits };
  },
};

async function goneHit(change: Change, base: Side, before: ExportFact): Promise<FileHit[]> {
  if (isReplaced(change, base, before)) return [];
  const users = await usersOf(change, base, before.name);
  const isEntry = /(?:^|\/)(?:index|main|mod)\.[mc]?[jt]sx?$/.test(base.path);
  const moved = movedTo(change, before);
  if (users.length === 0 && (moved !== null || !isEntry)) return [];
  const who = users.length > 0 ? `, and ${users[0]} still imports it` : '';
  return [
    {
      rule: 'export-gone',
      severity: users.length > 0 || isEntry ? 'critical' : 'warning',
      file: base.path,
      side: 'base',
      line: before.line,
      endLine: before.line,
      message: `The export "${before.name}" ${moved === null ? 'is gone' : `moved to ${moved}`}${who}.`,
      suggestion:
        moved === null ? 'Keep it, or change its users too.' : 'Export it from here again.',
      diffLevel: true,
    },
  ];
}

/** A star export that now names what it exports, or the other way round, takes nothing away. */
function isReplaced(change: Change, base: Side, before: ExportFact): boolean {
  if (before.kind === 'module' && before.name.startsWith('*')) return true;
  const head = sideOf(change, base.source, 'head');
  return head?.outline.exports.some((one) => one.name.startsWith('* from ')) === true;
}

function movedTo(change: Change, before: ExportFact): string | null {
  const target = sidesOf(change, 'head').find(({ source, outline }) => {
    const had = sideOf(change, source, 'base')?.outline.exports.some(
      (one) => one.name === before.name,
    );
    return (
      had !== true &&
      outline.exports.some((one) => one.name === before.name && one.kind === before.kind)
    );
  });
  return target?.path ?? null;
}

/** Files of the head that still import the name from the old place. */
async function usersOf(change: Change, base: Side, name: string): Promise<readonly string[]> {
  const graph = await change.tools.imports();
  const importers = await graph.importersOf(base.path);
  return importers
    .filter(({ names }) => names.includes(name))
    .map(({ file }) => file)
    .filter((file) => file !== base.path);
}

function narrowedHit(file: string, before: ExportFact, after: ExportFact): FileHit[] {
  const problem = narrowing(before, after);
  if (problem === null) return [];
  return [
    {
      rule: 'export-narrowed',
      severity: problem.severity,
      file,
      line: after.line,
      endLine: after.line,
      message: `The export "${after.name}" ${problem.what}.`,
      suggestion: 'Keep the old shape, or change every user and say so.',
      diffLevel: true,
    },
  ];
}
