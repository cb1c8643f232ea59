import { isScript, languageOf } from '../change/language.ts';
import { type ScannedImport, scanImports } from './import-scan.ts';
import { resolveModule } from './resolve-module.ts';

/** Who imports whom on the head side. Files are scanned when they are asked for. */
export interface ImportGraph {
  /** File that a relative specifier means, or null. */
  resolve(from: string, specifier: string): string | null;
  importsOf(file: string): Promise<readonly ScannedImport[]>;
  /**
   * Shortest chain of value imports from one file to another, both included, or null.
   *
   * `indirectly` leaves out the import that leads straight from the first to the last.
   */
  chain(from: string, to: string, how?: 'indirectly'): Promise<readonly string[] | null>;
  /** Files that import a package by its name. */
  importersOfPackage(name: string): Promise<readonly string[]>;
  /** Files that import a file, with the names they take. Scans every script once. */
  importersOf(file: string): Promise<readonly Importer[]>;
}

export interface Importer {
  readonly file: string;
  readonly names: readonly string[];
  readonly typeOnly: boolean;
}

/** Builds the graph of one tree. */
export function importGraph(
  paths: readonly string[],
  read: (path: string) => Promise<string | null>,
): ImportGraph {
  const known = new Set(paths);
  const scanned = new Map<string, Promise<readonly ScannedImport[]>>();
  let index: Promise<ReadonlyMap<string, readonly Importer[]>> | null = null;
  const importers = (key: string) => {
    index ??= indexImporters(paths, importsOf, resolve);
    return index.then((all) => all.get(key) ?? []);
  };
  const importsOf = (file: string) => {
    const kept = scanned.get(file);
    if (kept !== undefined) return kept;
    const scan = read(file).then((text) => (text === null ? [] : scanImports(text)));
    scanned.set(file, scan);
    return scan;
  };
  const resolve = (from: string, specifier: string) => resolveModule(known, from, specifier);
  return {
    resolve,
    importsOf,
    chain: (from, to, how) => findChain({ from, to, how }, importsOf, resolve),
    importersOf: importers,
    importersOfPackage: async (name) =>
      (await importers(`package:${name}`)).map(({ file }) => file),
  };
}

async function findChain(
  { from, to, how }: { from: string; to: string; how: 'indirectly' | undefined },
  importsOf: ImportGraph['importsOf'],
  resolve: ImportGraph['resolve'],
): Promise<readonly string[] | null> {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (let level = [from]; level.length > 0; ) {
    const next: string[] = [];
    for (const file of level) {
      if (file === to) return wayBack(to, cameFrom);
      for (const found of await importsOf(file)) {
        const target = found.typeOnly ? null : resolve(file, found.specifier);
        if (target === null || cameFrom.has(target)) continue;
        if (how === 'indirectly' && file === from && target === to) continue;
        cameFrom.set(target, file);
        next.push(target);
      }
    }
    level = next;
  }
  return null;
}

function wayBack(to: string, cameFrom: ReadonlyMap<string, string | null>): readonly string[] {
  const way: string[] = [];
  for (let at: string | null = to; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at);
  return way;
}

async function indexImporters(
  paths: readonly string[],
  importsOf: ImportGraph['importsOf'],
  resolve: ImportGraph['resolve'],
): Promise<ReadonlyMap<string, readonly Importer[]>> {
  const importers = new Map<string, Importer[]>();
  const scripts = paths.filter((path) => isScript(languageOf(path)) && !isVendored(path));
  for (let at = 0; at < scripts.length; at += 64) {
    const chunk = scripts.slice(at, at + 64);
    const all = await Promise.all(chunk.map(importsOf));
    for (const [index, file] of chunk.entries()) {
      for (const { specifier, names, typeOnly } of all[index] ?? []) {
        const target = resolve(file, specifier) ?? packageKey(specifier);
        if (target === null) continue;
        const list = importers.get(target) ?? [];
        list.push({ file, names, typeOnly });
        importers.set(target, list);
      }
    }
  }
  return importers;
}

/** Bare specifiers are kept under the name of their package. */
function packageKey(specifier: string): string | null {
  const name = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0];
  return name === undefined || specifier.startsWith('.') ? null : `package:${name}`;
}

function isVendored(path: string): boolean {
  return /(?:^|\/)(?:node_modules|dist|build|vendor|third_party)\//.test(path);
}
