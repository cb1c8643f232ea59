import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from '../git/git.ts';

/** An entry for the index: `MODE OID<tab>PATH`. */
export type IndexEntry = Buffer;

const pointerStart = 'version https://git-lfs.github.com/spec/v1\n';

/**
 * Pointers for those files that large file storage keeps elsewhere, made as its own filter would,
 * because that filter is switched off like any other. So a large file that nobody touched does not
 * look changed, and the tree is the one that a commit will have.
 *
 * @param scratch folder for temporary files
 * @returns entries for large files, and the paths that go into the index as they are
 */
export async function separateLargeFiles(
  git: Git,
  paths: readonly Buffer[],
  scratch: string,
): Promise<{ readonly entries: readonly IndexEntry[]; readonly others: readonly Buffer[] }> {
  const large = await filteredPaths(git, paths);
  if (large.size === 0) return { entries: [], others: paths };
  const pointers: { readonly path: Buffer; readonly mode: string; readonly file: string }[] = [];
  const others: Buffer[] = [];
  for (const path of paths) {
    const pointer = large.has(path.toString('latin1')) ? await pointerFor(git, path) : undefined;
    if (!pointer) {
      others.push(path);
      continue;
    }
    const file = join(scratch, `pointer-${pointers.length}`);
    await writeFile(file, pointer.text);
    pointers.push({ path, mode: pointer.mode, file });
  }
  if (pointers.length === 0) return { entries: [], others };
  const listed = pointers.map(({ file }) => `${file}\n`).join('');
  const hashed = await git.text(['hash-object', '-w', '--no-filters', '--stdin-paths'], {
    input: listed,
  });
  const oids = hashed.split('\n');
  const entries = pointers.map(({ path, mode }, index) =>
    Buffer.concat([Buffer.from(`${mode} ${oids[index]}\t`), path]),
  );
  return { entries, others };
}

/** Paths whose attributes name the `lfs` filter; reading attributes runs nothing. */
async function filteredPaths(git: Git, paths: readonly Buffer[]): Promise<ReadonlySet<string>> {
  const nul = Buffer.from([0]);
  const input = Buffer.concat(paths.flatMap((path) => [path, nul]));
  const output = await git.bytes(['check-attr', '-z', '--stdin', 'filter'], { input });
  const fields = output.toString('latin1').split('\0');
  const found = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 2] === 'lfs') found.add(fields[at] ?? '');
  }
  return found;
}

/** Pointer to a file, unless it is one already, is empty, or is no regular file. */
async function pointerFor(
  git: Git,
  path: Buffer,
): Promise<{ readonly text: string; readonly mode: string } | undefined> {
  const file = Buffer.concat([Buffer.from(`${git.cwd}/`), path]);
  const entry = await lstat(file).catch(() => undefined);
  if (!entry?.isFile() || entry.size === 0) return undefined;
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    if (size === 0 && chunk.toString('latin1', 0, pointerStart.length) === pointerStart) {
      return undefined;
    }
    digest.update(chunk);
    size += chunk.length;
  }
  const isExecutable = process.platform !== 'win32' && (entry.mode & 0o100) !== 0;
  return {
    text: `${pointerStart}oid sha256:${digest.digest('hex')}\nsize ${size}\n`,
    mode: isExecutable ? '100755' : '100644',
  };
}
