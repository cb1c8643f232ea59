import { posix } from 'node:path';
import type { PromptData } from '@magi/agents';
import { estimateTokens } from '@magi/agents';
import type { Snapshot } from '@magi/contracts';
import { loadTypeScript, ts } from '../facts/typescript.ts';

const script = /\.[cm]?[jt]sx?$/;
const mostPerFile = 6000;

/**
 * Text beside the change that helps to judge it: declarations that changed scripts import from
 * unchanged ones, and the titles of their tests.
 *
 * Only signatures are shown, never bodies, nearest first and within `maxTokens`; what does not fit
 * is left out, since none of it is under review.
 */
export async function relatedContext(
  files: readonly string[],
  snapshot: Snapshot,
  maxTokens: number,
): Promise<readonly PromptData[]> {
  const scripts = files.filter((file) => script.test(file));
  if (scripts.length === 0 || maxTokens <= 0) return [];
  await loadTypeScript();
  const paths = new Set(await snapshot.list('head'));
  const changed = new Set(snapshot.candidate.files.map(({ path }) => path));
  const wanted = new Map<string, 'outline' | 'tests'>();
  for (const file of scripts) {
    for (const imported of await importsOf(file, snapshot, paths))
      if (!changed.has(imported)) wanted.set(imported, 'outline');
    for (const test of testsOf(file, paths)) if (!changed.has(test)) wanted.set(test, 'tests');
  }
  const found: PromptData[] = [];
  let left = maxTokens;
  for (const [path, what] of wanted) {
    const text = await summary(path, what, snapshot);
    const cost = estimateTokens(text);
    if (text === '' || cost > left) continue;
    left -= cost;
    const label = what === 'outline' ? 'unchanged, imported' : 'unchanged, titles of tests';
    found.push({ label: `${path} (${label})`, text });
  }
  return found;
}

async function importsOf(
  file: string,
  snapshot: Snapshot,
  paths: ReadonlySet<string>,
): Promise<readonly string[]> {
  const text = await textOf(file, snapshot);
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .flatMap((name) => resolved(posix.join(posix.dirname(file), name), paths) ?? []);
}

const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '/index.ts', '/index.tsx', '/index.js'];

function resolved(path: string, paths: ReadonlySet<string>): string | undefined {
  // Sources of TypeScript may import by the name of the compiled file.
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  return [path, stem]
    .flatMap((start) => endings.map((ending) => start + ending))
    .find((candidate) => paths.has(candidate) && script.test(candidate));
}

function testsOf(file: string, paths: ReadonlySet<string>): readonly string[] {
  const { dir, name, ext } = posix.parse(file);
  const names = [`${name}.test${ext}`, `${name}.spec${ext}`];
  return [...names, ...names.map((test) => `__tests__/${test}`), `__tests__/${name}${ext}`]
    .map((test) => posix.join(dir, test))
    .filter((test) => paths.has(test));
}

async function summary(
  path: string,
  what: 'outline' | 'tests',
  snapshot: Snapshot,
): Promise<string> {
  const text = await textOf(path, snapshot);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = what === 'outline' ? outline(source) : testTitles(source);
  return lines.join('\n').slice(0, mostPerFile);
}

type Source = ReturnType<typeof ts.createSourceFile>;
type Statement = Source['statements'][number];

function outline(source: Source): readonly string[] {
  return source.statements
    .filter((statement) => /^export\b/.test(statement.getText(source)))
    .map((statement) => signature(statement, source));
}

function signature(statement: Statement, source: Source): string {
  const whole = statement.getText(source);
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return whole;
  const body = ts.isFunctionDeclaration(statement) ? statement.body : undefined;
  if (body) return `${whole.slice(0, body.getStart(source) - statement.getStart(source)).trim()};`;
  return whole.split('\n').slice(0, 12).join('\n');
}

function testTitles(source: Source): readonly string[] {
  const titles: string[] = [];
  const visit = (node: Parameters<typeof ts.isCallExpression>[0]): void => {
    if (
      ts.isCallExpression(node) &&
      /^(?:it|test|describe)\b/.test(node.expression.getText(source))
    ) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

async function textOf(path: string, snapshot: Snapshot): Promise<string> {
  const bytes = await snapshot.read('head', path);
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}
