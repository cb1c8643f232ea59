import { posix } from 'node:path';
import type { Change } from '../../change/change.ts';
import { isProductPath } from '../../change/file-class.ts';
import type { ChangedSource } from '../../change/source.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';

const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
];
const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Manifests that change without the files that the project changes along with them. */
export const declaresPublicChanges: BuiltinCheck = {
  id: 'declares_public_changes',
  about: isManifest,
  change: async (change) => {
    const manifests = change.sources.filter(
      (source) => isManifest(source) && source.base !== null && source.head !== null,
    );
    if (manifests.length === 0) return { hits: [] };
    const paths = new Set(await change.list('base'));
    const hits = manifests.flatMap((source) => [
      ...lockFileHit(change, source, paths),
      ...changeFileHit(change, source, paths),
    ]);
    return { hits: hits.filter(isFirstOfItsMessage) };
  },
};

/** Manifests of one workspace share a lock file; it is missing once. */
function isFirstOfItsMessage(hit: FileHit, index: number, all: readonly FileHit[]): boolean {
  const lock = (one: FileHit) => (one.rule === 'lock-file-missing' ? one.suggestion : one.file);
  return all.findIndex((one) => lock(one) === lock(hit) && one.rule === hit.rule) === index;
}

function isManifest(source: ChangedSource): boolean {
  return /(?:^|\/)package\.json$/.test(source.path) && isProductPath(source.path);
}

function lockFileHit(change: Change, source: ChangedSource, paths: ReadonlySet<string>): FileHit[] {
  const before = parse(source.base);
  const after = parse(source.head);
  const field = dependencyFields.find((name) => !isSame(before[name], after[name]));
  const lock = nearest(source.path, lockFiles, paths);
  if (
    field === undefined ||
    lock === null ||
    change.candidate.files.some((file) => file.path === lock)
  )
    return [];
  // Links between packages of one workspace are not in every lock file.
  const changed = changedKeys(before[field], after[field]);
  const values = changed.map((key) => String(Object(after[field])[key] ?? ''));
  if (values.every((value) => /^(?:workspace|link|file|portal):/.test(value))) return [];
  return [
    manifestHit(source, 'lock-file-missing', `"${field}"`, {
      message: `${field} changed (${changed.slice(0, 3).join(', ')}) and ${lock} did not.`,
      suggestion: `Run the install command of the project and commit ${lock}.`,
    }),
  ];
}

/** Exports, binaries and engines are promises; a project with change files writes them down. */
function changeFileHit(
  change: Change,
  source: ChangedSource,
  paths: ReadonlySet<string>,
): FileHit[] {
  const before = parse(source.base);
  const after = parse(source.head);
  const field = ['exports', 'bin', 'engines', 'main', 'module', 'types'].find(
    (name) => !isSame(before[name], after[name]),
  );
  if (field === undefined || after.private === true) return [];
  const folder = ['.changeset/', '.changes/', 'changelog.d/'].find((one) =>
    [...paths].some((path) => path.startsWith(one)),
  );
  const log = nearest(source.path, ['CHANGELOG.md', 'changelog.md'], paths);
  const expected = folder ?? log;
  if (expected === null || change.candidate.files.some((file) => file.path.startsWith(expected)))
    return [];
  return [
    manifestHit(source, 'change-not-declared', `"${field}"`, {
      message: `"${field}" of the package changed, and nothing in ${expected} says so.`,
      suggestion: `Describe the change in ${expected}.`,
    }),
  ];
}

function manifestHit(
  source: ChangedSource,
  rule: string,
  needle: string,
  words: { message: string; suggestion: string },
): FileHit {
  const line = Math.max(
    (source.head ?? '').split('\n').findIndex((text) => text.includes(needle)) + 1,
    1,
  );
  return {
    rule,
    severity: 'warning',
    file: source.path,
    line,
    endLine: line,
    diffLevel: true,
    ...words,
  };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function changedKeys(a: unknown, b: unknown): string[] {
  const before = Object(a);
  const after = Object(b);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(before[key], after[key]),
  );
}

/** First of the names that exists in the folder of a file or in one above it. */
function nearest(
  path: string,
  names: readonly string[],
  paths: ReadonlySet<string>,
): string | null {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const found = names
      .map((name) => (folder === '.' ? name : `${folder}/${name}`))
      .find((one) => paths.has(one));
    if (found !== undefined) return found;
    if (folder === '.' || folder === '/') return null;
  }
}
