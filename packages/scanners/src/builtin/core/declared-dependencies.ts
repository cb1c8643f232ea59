import { builtinModules } from 'node:module';
import type { Change } from '../../change/change.ts';
import { isProductPath } from '../../change/file-class.ts';
import type { ChangedSource } from '../../change/source.ts';
import type { ImportFact } from '../../facts/outline/imports.ts';
import { scanImports } from '../../tools/import-scan.ts';
import type { Problem } from '../check.ts';
import { manifestsAbove } from './manifests.ts';

/**
 * A package that product code imports and no manifest above it declares.
 *
 * Aliases of build tools look like packages; a name that some `tsconfig` or import map could mean
 * (`@/x`, `~x`, `#x`, `virtual:x`) is left alone.
 */
export async function undeclaredDependency(
  change: Change,
  source: ChangedSource,
  added: ImportFact,
): Promise<Problem | null> {
  const name = packageNameOf(added.specifier);
  if (name === null || !isProductPath(source.path)) return null;
  const manifests = await manifestsAbove(change, source.path);
  if (manifests.length === 0) return null;
  const declared = manifests.some(
    (manifest) => manifest.name === name || manifest.declared.has(name),
  );
  if (declared || (await isAlias(change, name)) || wasUsedBefore(source, name)) return null;
  return {
    rule: 'undeclared-dependency',
    severity: 'warning',
    message: `"${name}" is not declared in ${manifests.map((one) => one.path).join(' or ')}.`,
    suggestion: `Add it to the dependencies of ${manifests[0]?.path ?? 'the manifest'}.`,
  };
}

/** Name of the npm package that a specifier means, or null when it means none. */
export function packageNameOf(specifier: string): string | null {
  if (/^(?:[./~#]|@\/|[a-z]+:)/.test(specifier)) return null;
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) || name.startsWith('@') !== name.includes('/'))
    return null;
  return builtinModules.includes(name) ? null : name;
}

/** Path aliases of the TypeScript configurations at the top and in packages. */
async function isAlias(change: Change, name: string): Promise<boolean> {
  const paths = (await change.list('head')).filter((path) =>
    /(?:^|\/)(?:tsconfig[^/]*|jsconfig)\.json$|(?:^|\/)(?:vite|webpack|vitest|next|nuxt|svelte)\.config\.\w+$/.test(
      path,
    ),
  );
  for (const path of paths.slice(0, 60)) {
    const text = (await change.read('head', path)) ?? '';
    if (text.includes(`'${name}`) || text.includes(`"${name}`)) return true;
  }
  return false;
}

/** A package that the file imported before resolves, whatever the manifests say. */
function wasUsedBefore(source: ChangedSource, name: string): boolean {
  const before = scanImports(source.base ?? '');
  return before.some((one) => packageNameOf(one.specifier) === name);
}
