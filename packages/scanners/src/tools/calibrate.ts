import type { Change } from '../change/change.ts';
import { isTestPath } from '../change/file-class.ts';
import { isScript, languageOf } from '../change/language.ts';
import { limitOf } from '../change/limits.ts';
import type { Linter } from './oxlint.ts';
import type { TextFile } from './temporary-tree.ts';
import type { Calibration, ToolAnswer } from './tools.ts';
import { untrackedTodoRule, untrackedTodosIn } from './untracked-todos.ts';

/** Files of the base that are looked at; spread evenly over the sorted list, so that every run takes the same. */
const sampleSize = 150;

/** Counts how often the base breaks each rule, in a fixed sample of its scripts of one class. */
export async function calibrate(
  fileClass: 'product' | 'test',
  change: Omit<Change, 'tools'>,
  options: { readonly linter: Linter; readonly signal: AbortSignal },
  rules: readonly string[],
): Promise<ToolAnswer<Calibration>> {
  const paths = (await change.list('base')).filter(
    (path) =>
      isScript(languageOf(path)) &&
      isTestPath(path) === (fileClass === 'test') &&
      !/(?:^|\/)(?:node_modules|dist|vendor|third_party)\/|\.d\.ts$|\.min\./.test(path),
  );
  const files = await readAll(spread(paths, sampleSize), change);
  const answer = await options.linter({ files, rules, signal: options.signal });
  if (!answer.ok) return answer;
  const counts: Record<string, number> = {};
  let lines = 0;
  let parsed = 0;
  for (const file of files) {
    if (answer.value.unparsed.has(file.path)) continue;
    parsed++;
    lines += file.text.split('\n').length;
    counts[untrackedTodoRule] =
      (counts[untrackedTodoRule] ?? 0) + untrackedTodosIn(file.text).length;
    for (const { rule } of answer.value.diagnostics.get(file.path) ?? []) {
      counts[rule] = (counts[rule] ?? 0) + 1;
    }
  }
  return { ok: true, value: { lines, files: parsed, counts } };
}

function spread(paths: readonly string[], size: number): readonly string[] {
  if (paths.length <= size) return paths;
  return Array.from(
    { length: size },
    (_, at) => paths[Math.floor((at * paths.length) / size)] ?? '',
  );
}

async function readAll(
  paths: readonly string[],
  change: Omit<Change, 'tools'>,
): Promise<readonly TextFile[]> {
  const texts = await Promise.all(paths.map((path) => change.read('base', path)));
  return paths.flatMap((path, at) => {
    const text = texts[at];
    return text === undefined || text === null || limitOf(text) !== null ? [] : [{ path, text }];
  });
}
