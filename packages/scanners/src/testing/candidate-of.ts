import { createHash } from 'node:crypto';
import type { Candidate, ChangedFile } from '@magi/contracts';
import { lineHunks } from './line-hunks.ts';

/** Texts of both sides by path. */
export interface CandidateSides {
  readonly base: Readonly<Record<string, string>>;
  readonly head: Readonly<Record<string, string>>;
  readonly goal?: string;
  /** New path → old path of renamed files. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Modes of head files other than 100644. */
  readonly modes?: Readonly<Record<string, string>>;
}

/** A candidate made of texts instead of a repository, with the hunks that git would give. */
export function candidateOf(sides: CandidateSides): Candidate {
  const renames = sides.renames ?? {};
  const gone = new Set(Object.values(renames));
  const paths = [...new Set([...Object.keys(sides.base), ...Object.keys(sides.head)])].sort();
  const files = paths.flatMap((path) => {
    const old = renames[path] ?? path;
    const base = sides.base[old];
    const head = sides.head[path];
    const mode = sides.modes?.[path] ?? '100644';
    if (base === head && old === path && mode === '100644') return [];
    if (head === undefined && gone.has(path)) return [];
    return changedFile({ path, oldPath: old, mode }, base, head);
  });
  return {
    request: { mode: 'range', base: 'base', head: 'head' },
    base: { ref: 'base', commit: null, tree: treeOf(sides.base) },
    head: { ref: 'head', commit: null, tree: treeOf(sides.head) },
    files,
    ...(sides.goal === undefined ? {} : { goal: sides.goal }),
  };
}

function changedFile(
  { path, oldPath, mode }: { path: string; oldPath: string; mode: string },
  base: string | undefined,
  head: string | undefined,
): ChangedFile {
  const hunks = lineHunks(linesOf(base), linesOf(head));
  const isRename = oldPath !== path;
  return {
    path,
    ...(isRename ? { oldPath } : {}),
    status:
      base === undefined
        ? 'added'
        : head === undefined
          ? 'deleted'
          : isRename
            ? 'renamed'
            : 'modified',
    kind: 'text',
    oldMode: base === undefined ? '000000' : '100644',
    newMode: head === undefined ? '000000' : mode,
    oldOid: base === undefined ? null : oidOf(base),
    newOid: head === undefined ? null : oidOf(head),
    added: hunks.reduce((sum, hunk) => sum + hunk.newLines, 0),
    removed: hunks.reduce((sum, hunk) => sum + hunk.oldLines, 0),
    hunks,
  };
}

function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function oidOf(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function treeOf(files: Readonly<Record<string, string>>): string {
  return createHash('sha1')
    .update(JSON.stringify(Object.entries(files).sort()))
    .digest('hex');
}
