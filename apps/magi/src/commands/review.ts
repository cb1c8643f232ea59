import { type Command, Option } from '@commander-js/extra-typings';
import type { CommandContext } from '../command-context.ts';
import { changeRequest } from '../composition/change-request.ts';
import { finishReview } from '../composition/finish-review.ts';
import { parseLimit, parseList, parsePositive, parseSamples } from '../composition/parse-option.ts';
import type { StartFlags } from '../composition/plan-run.ts';
import { parseReportTargets } from '../composition/report-target.ts';
import { resumeReview } from '../composition/resume-review.ts';
import { startReview } from '../composition/start-review.ts';
import { findWorkspace, requireRepository } from '../composition/workspace.ts';
import { type FailOn, failOnValues } from '../exit-codes.ts';

interface ReviewFlags extends StartFlags {
  readonly commit?: string;
  readonly base?: string;
  readonly head?: string;
  readonly staged?: true;
  readonly budgetCalls?: number;
  readonly budgetTokens?: number;
  readonly budgetUsd?: number;
  readonly failOn: FailOn;
  readonly json?: true;
  readonly reporter: readonly string[];
  readonly artifacts?: string;
  readonly resume?: string;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'only these files of the working tree')
    .option('--commit <rev>', 'one commit against its first parent')
    .option('--base <rev>', 'what to compare with (default: the default branch)')
    .option('--head <rev>', 'review this revision instead of the working tree; needs --base')
    .option('--staged', 'the index against HEAD')
    .option('--goal <text>', 'what the change is for')
    .option('--protocol <name>', 'protocol to follow (default: magi)')
    .option('--scanners <names>', 'only these scanners, separated by commas', parseList)
    .option('--config <file>', 'read this configuration, whatever the repository says')
    .option('--offline', 'leave out reviewers that need a model or a network')
    .option('--require-all', 'a check that nobody can decide makes the review incomplete')
    .option(
      '--samples <n>',
      'ask each agent so many times and say what was found how often',
      parseSamples,
    )
    .option('--fresh', 'ask agents again what they answered before')
    .option('--budget-calls <n>', 'calls of agents and models in the whole run', parseLimit)
    .option('--budget-tokens <n>', 'tokens of the whole run', parseLimit)
    .option('--budget-usd <amount>', 'money of the whole run', parsePositive)
    .addOption(
      new Option('--fail-on <what>', 'findings that fail the command')
        .choices(failOnValues)
        .default('gating' as const),
    )
    .option('--json', 'print one JSON document')
    .option('--reporter <name[=file]>', 'print or write a report; may be repeated', collect, [])
    .option('--artifacts <dir>', 'write the files of the protocol into this folder')
    .option('--resume <run>', 'finish this run instead of starting one')
    .action((files, flags) => run(context, files, flags));
}

async function run(
  context: CommandContext,
  files: readonly string[],
  flags: ReviewFlags,
): Promise<void> {
  const presentation = {
    targets: parseReportTargets(flags.reporter),
    isJson: flags.json ?? false,
    failOn: flags.failOn,
    artifacts: flags.artifacts ?? null,
  };
  if (flags.resume !== undefined) {
    await resumeReview(context, flags.resume, presentation);
    return;
  }
  const workspace = await findWorkspace(context);
  const repository = requireRepository(workspace);
  const request = changeRequest({ ...flags, files }, { root: repository.root, cwd: context.cwd });
  const started = await startReview(context, {
    repository,
    folders: workspace.folders,
    request,
    flags,
    budget: {
      ...(flags.budgetCalls !== undefined && { calls: flags.budgetCalls }),
      ...(flags.budgetTokens !== undefined && { tokens: flags.budgetTokens }),
      ...(flags.budgetUsd !== undefined && { usd: flags.budgetUsd }),
    },
  });
  await finishReview(context, started, presentation);
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
