import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ChangeInMemory } from '../src/testing/index.ts';

/** One before/after pair: a change that keeps a check or breaks it. */
export interface MutationCase {
  readonly check: string;
  readonly name: string;
  readonly expected: 'true' | 'false';
  readonly change: ChangeInMemory;
}

interface Details {
  readonly goal?: string;
  readonly renames?: Readonly<Record<string, string>>;
  readonly modes?: Readonly<Record<string, string>>;
}

const root = new URL('./mutations/', import.meta.url).pathname;

/**
 * Reads all pairs below `mutations/<check>/<case>/{before,after}`.
 *
 * Every file has `.txt` after its name, so that no tool takes it for a part of the project; a `§`
 * is taken out, so that made-up secrets do not look like secrets in this repository.
 */
export function readMutationCases(): readonly MutationCase[] {
  return readdirSync(root)
    .sort()
    .flatMap((check) =>
      readdirSync(join(root, check))
        .sort()
        .map((name) => readCase(check, name)),
    );
}

function readCase(check: string, name: string): MutationCase {
  const folder = join(root, check, name);
  const entries = readdirSync(folder);
  const details: Details = entries.includes('case.json')
    ? JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'))
    : {};
  return {
    check,
    name,
    expected: name.startsWith('false-') ? 'false' : 'true',
    change: {
      base: entries.includes('before') ? readTexts(join(folder, 'before')) : {},
      head: entries.includes('after') ? readTexts(join(folder, 'after')) : {},
      ...details,
    },
  };
}

function readTexts(folder: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replace(/\.txt$/, '');
    texts[path] = readFileSync(file, 'utf8').replaceAll('§', '');
  }
  return texts;
}
