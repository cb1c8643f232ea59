import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Repository, writeAtomically } from '@magi/change';
import { type FileChange, MagiError, type PersonaDef } from '@magi/contracts';
import { builtinScannerIds, describeScanner } from '@magi/scanners';
import type { ChecklistFiles } from '@magi/trainer';
import { workingTreeFiles } from '../composition/trusted-files.ts';

const CONFIG_FILES = ['ts', 'mts', 'js', 'mjs', 'json', 'jsonc', 'yaml', 'yml'].map(
  (extension) => `magi.config.${extension}`,
);

/** Checklists and configuration of the working tree, with the shipped personas beside them. */
export async function readChecklists({ root }: Repository): Promise<ChecklistFiles> {
  const tree = workingTreeFiles(root);
  const paths = [
    ...(await tree.list()).filter((path) => path.startsWith('.magi/')),
    ...CONFIG_FILES,
  ];
  const files = new Map<string, string>();
  for (const path of paths) {
    const bytes = await tree.readBytes(path);
    if (bytes !== null) files.set(path, new TextDecoder().decode(bytes));
  }
  return { files, shipped: shippedPersonas() };
}

/** Writes an upgrade into the working tree; nothing outside of it, nothing through a link. */
export async function writeChanges(
  { root }: Repository,
  changes: readonly FileChange[],
): Promise<void> {
  for (const { path, after } of changes) {
    if (after === null) {
      await rm(join(root, path), { force: true });
      continue;
    }
    const written = await writeAtomically(root, path, after);
    if (!written.ok)
      throw new MagiError('MAGI_UNSAFE_PATH', written.error.message, { exitCode: 5 });
  }
}

/** True when every file is as the changes leave it. */
export async function hasApplied(
  { root }: Repository,
  changes: readonly FileChange[],
): Promise<boolean> {
  for (const { path, after } of changes) {
    const now = await readFile(join(root, path), 'utf8').catch(() => null);
    if (now !== after) return false;
  }
  return true;
}

function shippedPersonas(): ReadonlyMap<string, PersonaDef> {
  return new Map(
    builtinScannerIds().flatMap((id) => {
      const scanner = describeScanner(id);
      if (scanner === null) return [];
      const { role, mandate, checks } = scanner;
      const checklist = Object.fromEntries(checks.map((check) => [check.id, check.statement]));
      return [[id, { role, mandate, checklist }] as const];
    }),
  );
}
