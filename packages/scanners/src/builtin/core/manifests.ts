import { posix } from 'node:path';
import type { Change } from '../../change/change.ts';

/** What matters of a `package.json`. */
export interface Manifest {
  readonly path: string;
  readonly folder: string;
  readonly name: string | null;
  readonly declared: ReadonlySet<string>;
  /** Keys of `exports`; null when every file may be imported. */
  readonly exports: readonly string[] | null;
}

const dependencyFields = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
];

/** Manifests in the folder of a file and all folders above it, nearest first. */
export async function manifestsAbove(change: Change, path: string): Promise<readonly Manifest[]> {
  const found: Manifest[] = [];
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const file = folder === '.' ? 'package.json' : `${folder}/package.json`;
    const text = await change.read('head', file);
    const manifest = text === null ? null : parseManifest(file, folder, text);
    if (manifest !== null) found.push(manifest);
    if (folder === '.' || folder === '/') return found;
  }
}

function parseManifest(path: string, folder: string, text: string): Manifest | null {
  try {
    const json: Record<string, unknown> = JSON.parse(text.replace(/^\uFEFF/, ''));
    const declared = dependencyFields.flatMap((field) => Object.keys(Object(json[field])));
    return {
      path,
      folder,
      name: typeof json.name === 'string' ? json.name : null,
      declared: new Set(declared),
      exports: exportKeys(json.exports),
    };
  } catch {
    // A manifest that is no JSON is another check's finding.
    return null;
  }
}

function exportKeys(field: unknown): readonly string[] | null {
  if (field === undefined || field === null) return null;
  if (typeof field !== 'object') return ['.'];
  const keys = Object.keys(field);
  return keys.some((key) => key.startsWith('.')) ? keys : ['.'];
}
