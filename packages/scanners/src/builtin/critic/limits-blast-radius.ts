import type { Change } from '../../change/change.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';

const maxAddedLines = 600;
const maxPackages = 5;

/** A change that a person can judge in one sitting. */
export const limitsBlastRadius: BuiltinCheck = {
  id: 'limits_blast_radius',
  about: (source) => source.head !== null,
  change: async (change) => {
    const added = change.sources.reduce((sum, source) => sum + source.added.count, 0);
    const packages = await packagesOf(change);
    const hits: FileHit[] = [];
    if (added > maxAddedLines) {
      hits.push(
        hit(
          change,
          'many-lines',
          `The change adds ${added} lines in ${change.sources.length} files.`,
        ),
      );
    }
    if (packages.size > maxPackages) {
      hits.push(hit(change, 'many-packages', `The change touches ${packages.size} packages.`));
    }
    return { hits };
  },
};

async function packagesOf(change: Change): Promise<ReadonlySet<string>> {
  const manifests = (await change.list('head'))
    .filter((path) => /(?:^|\/)package\.json$/.test(path))
    .map((path) => path.slice(0, -'package.json'.length));
  const nearest = (path: string) =>
    manifests.filter((folder) => path.startsWith(folder)).sort((a, b) => b.length - a.length)[0];
  return new Set(change.sources.flatMap((source) => nearest(source.path) ?? []));
}

function hit(change: Change, rule: string, message: string): FileHit {
  const largest = [...change.sources].sort((a, b) => b.added.count - a.added.count)[0];
  const line = largest?.added.lines()[0] ?? 1;
  return {
    rule,
    severity: 'info',
    file: largest?.path ?? '',
    line,
    endLine: line,
    message,
    suggestion: 'Split it into changes that can be judged and taken back one by one.',
    diffLevel: true,
  };
}
