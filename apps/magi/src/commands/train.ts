import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { MagiError } from '@magi/contracts';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';

interface TrainFlags {
  readonly report?: true;
  readonly propose?: true;
  readonly apply?: string;
  readonly revert?: string;
  readonly distrust?: string;
  readonly feedback: readonly string[];
  readonly reviews: readonly string[];
  readonly history: readonly string[];
  readonly component?: string;
  readonly picture?: string;
  readonly json?: true;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .option('--report', 'scorecards of every check, from recorded runs (default)')
    .option('--propose', 'propose changes of the checklists, with evidence')
    .option('--apply <id>', 'approve a proposal and write the upgrade')
    .option('--revert <id>', 'take an upgrade back, byte for byte')
    .option('--distrust <run>', 'never learn from this run')
    .option('--feedback <file>', 'remarks to learn from; may be repeated', collect, [])
    .option(
      '--reviews <file>',
      'exported review comments (GitHub, Gerrit); may be repeated',
      collect,
      [],
    )
    .option(
      '--history <what>',
      'a path, commit or range to learn from; may be repeated',
      collect,
      [],
    )
    .option('--component <path>', 'learn from the documents and history of a component')
    .option('--picture <check=file>', 'write the failure rate of a check over time as SVG')
    .option('--json', 'print one JSON document')
    .action((flags) => run(context, flags));
}

async function run(context: CommandContext, flags: TrainFlags): Promise<void> {
  const { apply, atBench, picture, propose, report, revert } = await import('../train/train.ts');
  const isJson = flags.json ?? false;
  if (flags.distrust !== undefined) {
    const found = await findRun(context, flags.distrust);
    await found.close();
    const { distrust } = await import('../train/untrusted-runs.ts');
    await atBench(context, ({ dir }) => distrust(dir, found.run));
    return;
  }
  await atBench(context, async (bench) => {
    if (flags.apply !== undefined) return apply(bench, flags.apply);
    if (flags.revert !== undefined) return revert(bench, flags.revert);
    if (flags.picture !== undefined) {
      const { check, file } = pictureOf(flags.picture);
      await writeFile(resolve(context.cwd, file), await picture(bench, check));
      return;
    }
    if (!flags.propose) return report(bench, isJson);
    const { feedback, reviews, history, component = null } = flags;
    const sources = {
      runs: true,
      feedback: [...feedback],
      reviews: [...reviews],
      history: [...history],
      component,
    };
    return propose(bench, sources, isJson);
  });
}

function pictureOf(text: string): { readonly check: string; readonly file: string } {
  const [, check, file] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (check && file) return { check, file };
  throw new MagiError('MAGI_USAGE', `--picture wants CHECK=FILE, not "${text}".`, {
    hint: 'For example: magi train --picture exposes_no_secrets=secrets.svg',
    exitCode: 2,
  });
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
