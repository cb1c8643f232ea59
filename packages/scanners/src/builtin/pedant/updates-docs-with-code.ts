import type { Change } from '../../change/change.ts';
import { isScript } from '../../change/language.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { minus, type Side, sideOf, sidesOf } from '../sides.ts';

/** Documents that are searched at most; more of them are a website rather than a manual. */
const maxDocuments = 400;

interface Gone {
  readonly name: string;
  readonly what: 'option' | 'export';
  readonly side: Side;
  readonly line: number;
}

/** Documents still name an option or an export that this change takes away. */
export const updatesDocsWithCode: BuiltinCheck = {
  id: 'updates_docs_with_code',
  comparesSides: true,
  about: (source) => isScript(source.language) && !source.isTest,
  change: async (change) => {
    const heads = sidesOf(change, 'head');
    const exported = new Set(heads.flatMap(({ outline }) => outline.exports.map(nameOf)));
    const options = new Set(heads.flatMap(({ text }) => optionsIn(text).map(nameOf)));
    const gone = sidesOf(change, 'base')
      .filter(({ source }) => !source.isTest)
      .flatMap((side) => [...goneExports(change, side, exported), ...goneOptions(side, options)]);
    if (gone.length === 0) return { hits: [] };
    const documents = await documentsOf(change);
    return { hits: gone.flatMap((one) => mentionOf(one, documents)) };
  },
};

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** @param everywhere names that changed files still export */
function goneExports(change: Change, side: Side, everywhere: ReadonlySet<string>): Gone[] {
  const head = sideOf(change, side.source, 'head');
  return minus(side.outline.exports, head?.outline.exports ?? [], nameOf)
    .filter(
      (one) =>
        one.name.length > 3 &&
        one.kind !== 'module' &&
        !everywhere.has(one.name) &&
        one.name !== 'default',
    )
    .map((one) => ({ name: one.name, what: 'export', side, line: one.line }));
}

/** `--name` in the base text that no changed file has any more. */
function goneOptions(side: Side, after: ReadonlySet<string>): Gone[] {
  return optionsIn(side.text)
    .filter((one) => !after.has(one.name))
    .map((one) => ({ ...one, what: 'option', side }));
}

function optionsIn(text: string): { name: string; line: number }[] {
  return text.split('\n').flatMap((line, index) =>
    line.length > 1_000
      ? []
      : [...line.matchAll(/['"`\s,]--([a-z][a-z\d]*(?:-[a-z\d]+)*)\b/g)].map((match) => ({
          name: `--${match[1]}`,
          line: index + 1,
        })),
  );
}

/** Documents that the change does not touch, by path. */
async function documentsOf(change: Change): Promise<ReadonlyMap<string, string>> {
  const paths = (await change.list('head')).filter(
    (path) =>
      /\.mdx?$/.test(path) &&
      !/(?:^|\/)(?:CHANGELOG|node_modules|\.changeset)|changelog/i.test(path) &&
      change.source(path) === undefined,
  );
  const documents = new Map<string, string>();
  for (const path of paths.slice(0, maxDocuments))
    documents.set(path, (await change.read('head', path)) ?? '');
  return documents;
}

function mentionOf(gone: Gone, documents: ReadonlyMap<string, string>): FileHit[] {
  const needle = gone.what === 'option' ? gone.name : `\`${gone.name}`;
  for (const [path, text] of documents) {
    const at = text.indexOf(needle);
    if (at < 0 || /[\w-]/.test(text.charAt(at + needle.length))) continue;
    const line = text.slice(0, at).split('\n').length;
    return [
      {
        rule: 'document-out-of-date',
        severity: 'info',
        file: gone.side.path,
        side: 'base',
        line: gone.line,
        endLine: gone.line,
        message: `${path}:${line} still names the ${gone.what} ${gone.name}, which is gone.`,
        suggestion: `Change ${path} along with the code.`,
        diffLevel: true,
      },
    ];
  }
  return [];
}
