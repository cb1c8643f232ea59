import type { Change } from '../../change/change.ts';
import { isTestPath, isToolPath } from '../../change/file-class.ts';
import type { Problem } from '../check.ts';
import { manifestsAbove } from './manifests.ts';

/** A relative import that ends in a package other than the one that it starts in. */
export async function foreignInternals(
  change: Change,
  from: string,
  target: string,
): Promise<Problem | null> {
  if (isTestPath(from) || isToolPath(from)) return null;
  const [own] = await manifestsAbove(change, from);
  const [other] = await manifestsAbove(change, target);
  if (own === undefined || other === undefined || own.folder === other.folder) return null;
  // Manifests without a name only set the module format of a folder.
  if (own.name === null || other.name === null || other.folder === '.') return null;
  return {
    rule: 'foreign-internals',
    severity: 'warning',
    message: `The import reaches into the files of ${other.name} past its entry points.`,
    suggestion: `Import from ${other.name}, and export there what is needed.`,
  };
}
