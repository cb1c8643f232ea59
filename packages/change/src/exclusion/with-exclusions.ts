import type { ChangedFile } from '@magi/contracts';
import picomatch from 'picomatch';
import type { Git } from '../git/git.ts';
import { type ObjectReader, openObjectReader } from '../git/object-reader.ts';
import { objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { blobsOf } from '../snapshot/tree-listing.ts';
import { type AttributeValue, readAttributes } from './git-attributes.ts';
import { hasGeneratedMark, headerBytes } from './header-mark.ts';
import { reasonByName } from './name-rules.ts';

export interface ExclusionOptions {
  readonly objectsDir: string;
  readonly globs: readonly string[];
  readonly marksFrom: 'base' | 'head';
}

/** Bounds what lies in memory of a change with very many files. */
const filesAtOnce = 256;

type Attributes = (path: string, attribute: string) => AttributeValue;

/**
 * Says of each changed file why nobody needs to review it, if so.
 *
 * First the globs of the user, then `linguist-generated` and `linguist-vendored` (set to false they
 * overrule what follows), then the name, then a mark in the head comment of a text file.
 */
export async function withExclusions(
  repository: Repository,
  sides: { readonly base: { readonly tree: string }; readonly head: { readonly tree: string } },
  files: readonly ChangedFile[],
  options: ExclusionOptions,
): Promise<ChangedFile[]> {
  const git = objectGit(repository, { dir: options.objectsDir, write: false });
  const reader = openObjectReader(git);
  try {
    const attributes = await attributesOf(git, reader, sides[options.marksFrom].tree);
    const marksAreNew =
      options.marksFrom === 'head' && files.some((file) => isAttributesFile(file.path));
    const globs = options.globs.map((glob) => ({ glob, matches: picomatch(glob, { dot: true }) }));

    const reasonFor = async (file: ChangedFile): Promise<string | undefined> => {
      const glob = globs.find(({ matches }) => matches(file.path));
      if (glob) return `excluded by ${JSON.stringify(glob.glob)} in the configuration`;
      const marked = byAttribute(attributes, file.path);
      if (marked === 'reviewed') return undefined;
      if (marked) return marksAreNew ? `${marked}, which this change touches` : marked;
      return reasonByName(file.path) ?? byHeader(reader, file, options.marksFrom);
    };
    const judged: ChangedFile[] = [];
    for (let at = 0; at < files.length; at += filesAtOnce) {
      const some = files.slice(at, at + filesAtOnce);
      const reasons = await Promise.all(some.map(reasonFor));
      for (const [index, file] of some.entries()) {
        const excluded = reasons[index];
        judged.push(excluded === undefined ? file : { ...file, excluded });
      }
    }
    return judged;
  } finally {
    await reader.dispose();
  }
}

async function attributesOf(git: Git, reader: ObjectReader, tree: string): Promise<Attributes> {
  const blobs = await blobsOf(git, tree);
  const found = [...blobs].filter(([path]) => isAttributesFile(path));
  const files = await Promise.all(
    found.map(async ([path, oid]) => ({
      folder: path.slice(0, -'/.gitattributes'.length),
      text: (await reader.read(oid))?.toString('utf8') ?? '',
    })),
  );
  return readAttributes(files);
}

function isAttributesFile(path: string): boolean {
  return path === '.gitattributes' || path.endsWith('/.gitattributes');
}

function byAttribute(attributes: Attributes, path: string): string | undefined {
  const generated = attributes(path, 'linguist-generated');
  const vendored = attributes(path, 'linguist-vendored');
  if (generated) return 'generated: linguist-generated in .gitattributes';
  if (vendored) return 'vendored: linguist-vendored in .gitattributes';
  return generated === false || vendored === false ? 'reviewed' : undefined;
}

async function byHeader(
  reader: ObjectReader,
  file: ChangedFile,
  marksFrom: 'base' | 'head',
): Promise<string | undefined> {
  if (file.kind !== 'text') return undefined;
  const oid = marksFrom === 'base' ? file.oldOid : (file.newOid ?? file.oldOid);
  const start = oid === null ? null : await reader.read(oid, headerBytes);
  return start && hasGeneratedMark(start) ? 'generated: marked in its header' : undefined;
}
