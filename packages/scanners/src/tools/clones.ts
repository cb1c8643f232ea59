import type { Change } from '../change/change.ts';
import { isTestPath } from '../change/file-class.ts';
import { isScript, languageOf } from '../change/language.ts';
import { limitOf } from '../change/limits.ts';
import type { ChangedSource } from '../change/source.ts';
import { findClones } from './jscpd.ts';
import { lineWindows, sharesWindow } from './line-windows.ts';
import { type TextFile, withTemporaryTree } from './temporary-tree.ts';
import type { Clone, ToolAnswer } from './tools.ts';

/** Added lines in a row below which nothing of 50 tokens can have been pasted. */
const minRun = 5;
const maxFiles = 10_000;
const readsAtOnce = 64;

/** Clones between product scripts of the head that touch a changed file; nothing runs for small edits. */
export async function clonesOfChange(
  change: Omit<Change, 'tools'>,
  options: { readonly signal: AbortSignal },
): Promise<ToolAnswer<readonly Clone[]>> {
  const pasted = change.sources.filter((source) => isProduct(source.path) && hasLongRun(source));
  if (pasted.length === 0) return { ok: true, value: [] };
  const paths = (await change.list('head')).filter(isProduct);
  if (paths.length > maxFiles) {
    const reason = `${paths.length} scripts are more than the ${maxFiles} that are compared`;
    return { ok: false, why: { kind: 'missing_tool', reason } };
  }
  const files = await candidates(change, pasted, paths);
  if (files.length < 2 && !pasted.some((source) => source.added.count >= 2 * minRun)) {
    return { ok: true, value: [] };
  }
  const answer = await withTemporaryTree(files, (folder) => findClones(folder, options.signal));
  if (!answer.ok) return answer;
  const changed = new Set(pasted.map((source) => source.path));
  const near = answer.value.filter(
    ({ first, second }) => changed.has(first.file) || changed.has(second.file),
  );
  return { ok: true, value: near.filter((clone) => !isDeclarative(change, clone)) };
}

/** The files with pasted lines, and all others that share some lines with them. */
async function candidates(
  change: Omit<Change, 'tools'>,
  pasted: readonly ChangedSource[],
  paths: readonly string[],
): Promise<readonly TextFile[]> {
  const windows = new Set<string>();
  for (const source of pasted) {
    const lines = (source.head ?? '').split('\n');
    const added = source.added.lines().map((line) => lines[line - 1] ?? '');
    for (const window of lineWindows(added.join('\n'))) windows.add(window);
  }
  const own = new Set(pasted.map((source) => source.path));
  const files: TextFile[] = pasted.map(({ path, head }) => ({ path, text: head ?? '' }));
  for (let at = 0; at < paths.length; at += readsAtOnce) {
    const chunk = paths.slice(at, at + readsAtOnce).filter((path) => !own.has(path));
    const texts = await Promise.all(chunk.map((path) => change.read('head', path)));
    for (const [index, path] of chunk.entries()) {
      const text = texts[index] ?? '';
      if (limitOf(text) === null && sharesWindow(text, windows)) files.push({ path, text });
    }
  }
  return files;
}

function isProduct(path: string): boolean {
  return (
    isScript(languageOf(path)) &&
    !isTestPath(path) &&
    !/\.d\.[mc]?ts$|\.min\.|(?:^|\/)(?:node_modules|dist|build|vendor|third_party|generated|examples?|docs?)\//.test(
      path,
    )
  );
}

function hasLongRun(source: ChangedSource): boolean {
  return source.head !== null && source.file.hunks.some((hunk) => hunk.newLines >= minRun);
}

/** Imports, export lists and plain tables repeat without being pasted logic. */
function isDeclarative(change: Omit<Change, 'tools'>, clone: Clone): boolean {
  const place = change.source(clone.first.file) ? clone.first : clone.second;
  const lines = (change.source(place.file)?.head ?? '')
    .split('\n')
    .slice(place.line - 1, place.endLine);
  const plain = lines.filter((line) =>
    /^\s*(?:import\b|export\s*(?:\*|\{|type\s*\{)|\}?\s*from\s|[\w$]+,?$|['"`][^'"`]*['"`],?$|[\])}]*[;,]?$|\/\/|\*|[\w$'"]+\??:\s*(?:['"`][^'"`]*['"`]|[\w$.[\]|<> ]+)[,;]?$)/.test(
      line,
    ),
  );
  return plain.length * 2 > lines.length;
}
