import { posix } from 'node:path';
import { isScript } from '../../change/language.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';

const minSiblings = 5;
const minShare = 0.8;

/** New files are named like the files beside them. */
export const namesConsistently: BuiltinCheck = {
  id: 'names_consistently',
  about: (source) => source.head !== null && isScript(source.language),
  change: async (change) => {
    const paths = await change.list('base');
    const hits: FileHit[] = change.sources
      .filter((source) => source.file.status === 'added' && isScript(source.language))
      .flatMap((source) => {
        const siblings = paths.filter(
          (path) =>
            posix.dirname(path) === posix.dirname(source.path) &&
            posix.extname(path) === posix.extname(source.path),
        );
        const usual = majority(siblings.map(caseOf));
        const own = caseOf(source.path);
        if (usual === null || own === null || own === usual) return [];
        return [
          {
            rule: 'file-name-case',
            severity: 'info',
            file: source.path,
            line: 1,
            endLine: 1,
            message: `The name is in ${own}, while the files beside it are in ${usual}.`,
            suggestion: `Rename the file to ${usual}.`,
            diffLevel: true,
          },
        ];
      });
    return { hits };
  },
};

type NameCase = 'kebab-case' | 'snake_case' | 'camelCase' | 'PascalCase';

/** Case of a file name, or null where a single lower-case word fits several. */
function caseOf(path: string): NameCase | null {
  const name = posix.basename(path).split('.')[0] ?? '';
  if (/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(name)) return 'kebab-case';
  if (/^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(name)) return 'snake_case';
  if (/^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/.test(name)) return 'camelCase';
  return /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)*$/.test(name) ? 'PascalCase' : null;
}

function majority(cases: readonly (NameCase | null)[]): NameCase | null {
  const told = cases.filter((one) => one !== null);
  if (told.length < minSiblings) return null;
  return (
    told.find((one) => told.filter((other) => other === one).length >= told.length * minShare) ??
    null
  );
}
