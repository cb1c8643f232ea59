import type { Change } from '../../change/change.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { lostNamedTests } from './named-tests.ts';
import { type PlacedTest, pairTests, type TestPair } from './test-pairs.ts';

/** Every test of the base is still there and still runs. */
export const testInventoryComplete: BuiltinCheck = {
  id: 'test_inventory_complete',
  comparesSides: true,
  about: (source) => source.base !== null || source.isTest,
  change: (change) => {
    const { pairs, lost } = pairTests(change);
    const hits = [...lostHits(change, lost), ...pairs.flatMap(pairHits), ...lostNamedTests(change)];
    const renamed = pairs.filter(({ by }) => by === 'renamed' || by === 'similar').length;
    const moved = pairs.filter(({ by }) => by === 'moved').length;
    const figures = `${pairs.length} tests found again (${moved} moved, ${renamed} renamed), ${lost.length} lost`;
    return { hits, notes: pairs.length + lost.length > 0 ? [`Test inventory: ${figures}`] : [] };
  },
};

/** A file that went with all its tests is one finding. */
function lostHits(change: Change, lost: readonly PlacedTest[]): FileHit[] {
  const deleted = new Set(
    change.candidate.files.filter((file) => file.status === 'deleted').map((file) => file.path),
  );
  const files = new Map<string, PlacedTest[]>();
  for (const test of lost) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  return [...files].flatMap(([file, tests]): FileHit[] => {
    const [first] = tests;
    if (first === undefined) return [];
    if (!deleted.has(file) || tests.length === 1) return tests.map((test) => lostHit(test));
    const message = `The file was deleted with ${tests.length} tests that exist nowhere else.`;
    return [{ ...lostHit(first), rule: 'test-file-deleted', message }];
  });
}

function lostHit({ file, fact }: PlacedTest): FileHit {
  return {
    rule: 'test-lost',
    severity: 'critical',
    file,
    side: 'base',
    line: fact.line,
    endLine: fact.line,
    message: `The test "${fact.path}" exists no longer.`,
    suggestion: 'Bring it back, or say in the change why the behaviour it shows is gone.',
    diffLevel: true,
  };
}

function pairHits({ base, head }: TestPair): FileHit[] {
  const added = head.fact.modifiers.filter((one) => !base.fact.modifiers.includes(one));
  const at = {
    severity: 'warning' as const,
    file: head.file,
    line: head.fact.line,
    endLine: head.fact.line,
    diffLevel: true,
  };
  const hits: FileHit[] = [];
  if (added.length > 0) {
    hits.push({
      ...at,
      rule: 'test-switched-off',
      message: `The test "${head.fact.path}" is now marked ${added.join(', ')}.`,
      suggestion: 'Let it run again.',
    });
  }
  const rows = base.fact.rows ?? 0;
  if (head.fact.rows !== null && head.fact.rows < rows) {
    hits.push({
      ...at,
      rule: 'test-rows-lost',
      message: `The table of "${head.fact.path}" has ${head.fact.rows} rows instead of ${rows}.`,
      suggestion: 'Bring the rows back.',
    });
  }
  return hits;
}
