import type { Snapshot } from '@magi/contracts';
import type { Change } from '../change/change.ts';
import { isTestPath } from '../change/file-class.ts';
import { isScript, languageOf } from '../change/language.ts';
import type { ChangedSource } from '../change/source.ts';
import { findClones } from './jscpd.ts';
import type { Clone, ToolAnswer } from './tools.ts';

/** Added lines in a row below which nothing of 50 tokens can have been pasted. */
const minRun = 5;
const maxFiles = 4_000;

/** Clones between product scripts of the head that touch a changed file; nothing runs for small edits. */
export async function clonesOfChange(
  change: Omit<Change, 'tools'>,
  options: { readonly snapshot: Snapshot; readonly signal: AbortSignal },
): Promise<ToolAnswer<readonly Clone[]>> {
  const pasted = change.sources.filter((source) => isProduct(source.path) && hasLongRun(source));
  if (pasted.length === 0) return { ok: true, value: [] };
  const paths = (await change.list('head')).filter(isProduct);
  if (paths.length > maxFiles) {
    const reason = `${paths.length} scripts are more than the ${maxFiles} that are compared`;
    return { ok: false, why: { kind: 'missing_tool', reason } };
  }
  const folder = await options.snapshot.materialise('head', paths);
  const answer = await findClones(folder, options.signal);
  if (!answer.ok) return answer;
  const changed = new Set(pasted.map((source) => source.path));
  const near = answer.value.filter(
    ({ first, second }) => changed.has(first.file) || changed.has(second.file),
  );
  return { ok: true, value: near.filter((clone) => !isDeclarative(change, clone)) };
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
