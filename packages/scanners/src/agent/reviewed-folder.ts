import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isAgentConfig, type Redactor } from '@magi/agents';
import type { Snapshot } from '@magi/contracts';

/** A frozen folder that an agent may read. */
export interface ReviewedFolder {
  readonly path: string;
  /** Digest of names, sizes, modes and change times; any write inside changes it. */
  digest(): Promise<string>;
}

/** Larger trees are not copied whole: the folders with changed files have to do. */
const mostFiles = 5000;
const filesAtOnce = 64;
const largestText = 512 * 1024;

/**
 * Writes the head side of a candidate into a folder for one reviewer.
 *
 * Left out: everything from which agents load hooks, plugins or instructions when they start.
 * Secrets are replaced in the copies, so that an agent cannot send away what it reads there.
 */
export async function reviewedFolder(
  snapshot: Snapshot,
  redact: Redactor,
): Promise<ReviewedFolder> {
  const paths = await pathsFor(snapshot);
  const path = await snapshot.materialise('head', paths);
  for (let from = 0; from < paths.length; from += filesAtOnce)
    await Promise.all(
      paths.slice(from, from + filesAtOnce).map((file) => redactFile(join(path, file), redact)),
    );
  return { path, digest: () => digestOf(path) };
}

async function pathsFor(snapshot: Snapshot): Promise<readonly string[]> {
  const all = (await snapshot.list('head')).filter((path) => !isAgentConfig(path));
  if (all.length <= mostFiles) return all;
  const changed = new Set(snapshot.candidate.files.map(({ path }) => path));
  const folders = new Set([...changed].map((path) => posix.dirname(path)));
  const near = all.filter((path) => !changed.has(path) && folders.has(posix.dirname(path)));
  return [...all.filter((path) => changed.has(path)), ...near.slice(0, mostFiles)];
}

async function redactFile(file: string, redact: Redactor): Promise<void> {
  const stat = await lstat(file).catch(() => null);
  if (!stat?.isFile() || stat.size > largestText) return;
  const bytes = await readFile(file);
  if (bytes.includes(0)) return;
  const text = bytes.toString('utf8');
  const safe = redact(text);
  if (safe !== text) await writeFile(file, safe);
}

async function digestOf(root: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const name of names) {
    const { mode, size, ctimeNs, ino } = await lstat(name, { bigint: true });
    hash.update(`${name}\0${mode} ${size} ${ctimeNs} ${ino}\n`);
  }
  return hash.digest('hex');
}
