import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { writeAtomically } from '@magi/change';
import type { CommandContext } from '../command-context.ts';
import { loadConfig } from '../composition/config/load-config.ts';
import { workingTreeFiles } from '../composition/trusted-files.ts';
import { failure, findWorkspace, requireRepository } from '../composition/workspace.ts';
import { type PlannedFile, plannedFiles } from '../init/planned-files.ts';

interface InitFlags {
  readonly base?: string;
  readonly dryRun?: true;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .option('--base <branch>', 'branch that changes are compared with')
    .option('--dry-run', 'only show what would be written')
    .action((flags) => run(context, flags));
}

async function run(context: CommandContext, flags: InitFlags): Promise<void> {
  const { root } = requireRepository(await findWorkspace(context));
  const { out } = context.terminal;
  const { source } = await loadConfig(workingTreeFiles(root));
  for (const file of plannedFiles(flags.base ?? null)) {
    const present = file.path === 'magi.config.json' && source !== null ? source : file.path;
    if (await exists(join(root, present))) {
      out(`keep   ${present}\n`);
      continue;
    }
    if (!flags.dryRun) await write(root, file);
    const lines = file.content.trimEnd().split('\n');
    out(
      `${flags.dryRun ? 'would write' : 'write'}  ${file.path}\n${lines.map((line) => `  + ${line}\n`).join('')}`,
    );
  }
}

async function write(root: string, { path, content }: PlannedFile): Promise<void> {
  const written = await writeAtomically(root, path, content);
  if (!written.ok) throw failure('INIT', written.error);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
