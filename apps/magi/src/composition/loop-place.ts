import { commitAt, movesWithHead, type Repository, readBranches } from '@magi/change';
import { MagiError } from '@magi/contracts';
import type { CommandContext } from '../command-context.ts';
import { loadConfig } from './config/load-config.ts';
import { configOf } from './plan-run.ts';
import type { RunSettings } from './run-settings.ts';
import { trustedFiles, workingTreeFiles } from './trusted-files.ts';

export type LoopPlace = NonNullable<RunSettings['place']>;

/**
 * Where a loop works and what it compares with: what was asked for, else the branch that the project
 * names, else the default branch.
 *
 * A base that is named by its distance from the head stands for the commit it is now, because the
 * loop's own commits would move the name.
 *
 * @param asked revision and configuration file of the command line
 * @throws `MAGI_BASE_UNKNOWN`, `MAGI_CHANGE_…`, exit 2 or 5
 */
export async function loopPlace(
  context: CommandContext,
  repository: Repository,
  asked: { readonly base?: string; readonly config?: string },
): Promise<LoopPlace> {
  const { current, base, isOnBase } = await readBranches(repository);
  const wanted = asked.base;
  if (wanted !== undefined) {
    const tip = await tipOf(repository, wanted);
    const isMoving = await movesWithHead(repository, wanted);
    return { branch: current, base: isMoving ? tip : wanted, baseTip: tip };
  }
  const named = await namedBase(context, repository, asked.config);
  const name = named ?? base;
  const isHere = named === null ? isOnBase : await movesWithHead(repository, named);
  if (name === null || isHere) {
    throw new MagiError('MAGI_BASE_UNKNOWN', 'There is nothing to compare this branch with.', {
      hint: 'Name it: magi run --base REV, for example the commit before your work.',
      exitCode: 2,
    });
  }
  return { branch: current, base: name, baseTip: await tipOf(repository, name) };
}

/**
 * The `base` of the configuration that stands in the working tree, which `magi review` compares
 * with, too. It counts for a loop when that base says the same of itself, or the file is the user's
 * own: a change cannot say what it is compared with.
 */
async function namedBase(
  context: CommandContext,
  repository: Repository,
  named: string | undefined,
): Promise<string | null> {
  const local = { ...workingTreeFiles(repository.root), executable: () => null };
  const { config, source } = await configOf(context, local, named);
  const { base } = config;
  if (base === undefined) return null;
  if (named !== undefined) return base;
  const files = await trustedFiles(repository, { mode: 'range', base, head: 'HEAD' });
  try {
    const trusted = await loadConfig(files);
    if (trusted.config.base === base) return base;
    const why = 'which does not say so itself; it does not count yet';
    context.terminal.err(`warning: ${source} names the base ${base}, ${why}.\n`);
    return null;
  } finally {
    await files.dispose();
  }
}

async function tipOf(repository: Repository, name: string): Promise<string> {
  const tip = await commitAt(repository, name);
  if (tip !== null) return tip;
  throw new MagiError('MAGI_CHANGE_UNKNOWN_REVISION', `There is no revision "${name}".`, {
    hint: 'git log --oneline lists what there is.',
    exitCode: 2,
  });
}
