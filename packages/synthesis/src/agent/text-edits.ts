import { readFile } from 'node:fs/promises';
import type { PromptData } from '@magi/agents';
import { resolveInside, writeAtomically } from '@magi/change';
import { fail, ok, type Result } from '@magi/contracts';
import type { FixAnswer } from './fix-answer.ts';

/** Files that a model is shown, and how much of them. */
const MOST_FILES = 20;
const MOST_CHARACTERS = 60_000;

/** Contents of the files that findings are about, for a model that cannot read them itself. */
export async function filesToMend(
  worktree: string,
  paths: readonly string[],
): Promise<readonly PromptData[]> {
  const shown: PromptData[] = [];
  for (const path of [...new Set(paths)].sort().slice(0, MOST_FILES)) {
    const inside = await resolveInside(worktree, path);
    const text = inside.ok ? await readFile(inside.value, 'utf8').catch(() => null) : null;
    if (text === null || text.length > MOST_CHARACTERS) continue;
    shown.push({ label: `file ${path}`, text });
  }
  return shown;
}

/**
 * Applies a model's edits to a working tree: all of them or none.
 *
 * The searched text must occur exactly once, after the edits before it; an empty one makes a file
 * that was not there. Paths are guarded: no link, nothing outside of the tree.
 */
export async function applyTextEdits(
  worktree: string,
  edits: NonNullable<FixAnswer['edits']>,
): Promise<Result<readonly string[], { readonly kind: 'unfit-edit'; readonly message: string }>> {
  const texts = new Map<string, string>();
  for (const { file, search, replace } of edits) {
    const inside = await resolveInside(worktree, file);
    if (!inside.ok) return unfit(`${file}: ${inside.error.message}`);
    const known = texts.get(file) ?? (await readFile(inside.value, 'utf8').catch(() => null));
    if (search === '') {
      if (known !== null) return unfit(`${file} exists already; the edit does not say where`);
      texts.set(file, replace);
      continue;
    }
    const parts = known === null ? [] : known.split(search);
    if (parts.length !== 2) {
      return unfit(`${file}: the searched text occurs ${Math.max(0, parts.length - 1)} times`);
    }
    texts.set(file, parts.join(replace));
  }
  for (const [file, text] of texts) {
    const written = await writeAtomically(worktree, file, text);
    if (!written.ok) return unfit(`${file}: ${written.error.message}`);
  }
  return ok([...texts.keys()].sort());
}

function unfit(message: string) {
  return fail({ kind: 'unfit-edit', message } as const);
}
