import { resolve } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import { type Budget, MagiError, type Protocol, type RunInput } from '@magi/contracts';
import type { CommandContext } from '../command-context.ts';
import { finishReview } from '../composition/finish-review.ts';
import { loopPlace } from '../composition/loop-place.ts';
import {
  parseCount,
  parseDuration,
  parseLimit,
  parseList,
  parsePositive,
  parseSamples,
} from '../composition/parse-option.ts';
import type { StartFlags } from '../composition/plan-run.ts';
import { parseReportTargets } from '../composition/report-target.ts';
import { showPipeline } from '../composition/show-pipeline.ts';
import type { Presentation } from '../composition/show-result.ts';
import { startReview } from '../composition/start-review.ts';
import { findWorkspace, requireRepository } from '../composition/workspace.ts';

interface RunFlags extends StartFlags {
  readonly base?: string;
  readonly spec?: string;
  readonly fixer?: string;
  readonly validate: readonly string[];
  readonly validateFocused: readonly string[];
  readonly validateTimeout: number;
  readonly maxReviews?: number;
  readonly maxAttempts?: number;
  readonly budgetTime?: number;
  readonly budgetCalls?: number;
  readonly budgetTokens?: number;
  readonly budgetUsd?: number;
  readonly publish?: Protocol['publication'];
  readonly publishTo?: string;
  readonly json?: true;
  readonly reporter: readonly string[];
  readonly artifacts?: string;
}

const VALIDATION_TIMEOUT_MS = 600_000;

export function configure(command: Command, context: CommandContext): void {
  command
    .option(
      '--base <rev>',
      'what to compare the branch with (default: base of the configuration, or the default branch)',
    )
    .option('--goal <text>', 'what the change is for')
    .option('--protocol <name>', 'protocol to follow (default: magi)')
    .option('--spec <file>', 'pipeline specification (YAML): worker, reviewer, gate and limits')
    .option('--fixer <name>', 'builtin, command:PROGRAM or agent:NAME (default: builtin)')
    .option('--validate <command>', 'command every attempt must pass; may be repeated', collect, [])
    .option(
      '--validate-focused <command>',
      'quick command, run first; may be repeated',
      collect,
      [],
    )
    .option(
      '--validate-timeout <time>',
      'time for one command, such as 90s',
      parseDuration,
      VALIDATION_TIMEOUT_MS,
    )
    .option('--scanners <names>', 'only these scanners, separated by commas', parseList)
    .option('--config <file>', 'read this configuration, whatever the repository says')
    .option('--offline', 'leave out reviewers that need a model or a network')
    .option('--require-all', 'a check that nobody can decide makes a round incomplete')
    .option(
      '--samples <n>',
      'ask each agent so many times and say what was found how often',
      parseSamples,
    )
    .option('--fresh', 'ask agents again what they answered before')
    .option('--max-reviews <n>', 'rounds of review before a person is asked', parseCount)
    .option('--max-attempts <n>', 'attempts to mend before a person is asked', parseCount)
    .option('--budget-time <time>', 'wall-clock time of the whole run, such as 20m', parseDuration)
    .option('--budget-calls <n>', 'calls of agents and models in the whole run', parseLimit)
    .option('--budget-tokens <n>', 'tokens of the whole run', parseLimit)
    .option('--budget-usd <amount>', 'money of the whole run', parsePositive)
    .addOption(
      new Option('--publish <policy>', 'what becomes of the commits of a converged run').choices([
        'none',
        'local_commit',
        'update_pr',
      ] as const),
    )
    .option('--publish-to <remote/branch>', 'refuse to publish to anything but this')
    .option('--json', 'print one JSON document')
    .option('--reporter <name[=file]>', 'print or write a report; may be repeated', collect, [])
    .option('--artifacts <dir>', 'write the files of the protocol into this folder')
    .action((flags) => run(context, flags));
}

async function run(context: CommandContext, flags: RunFlags): Promise<void> {
  const workspace = await findWorkspace(context);
  const repository = requireRepository(workspace);
  const place = await loopPlace(context, repository, flags);
  const spec = await specOf(context, flags);
  const living = await startReview(context, {
    repository,
    folders: workspace.folders,
    request: { mode: 'range', base: place.base, head: 'HEAD' },
    flags,
    budget: budgetOf(flags),
    loop: {
      ...(flags.fixer === undefined ? {} : { fixer: flags.fixer }),
      place,
      validations: validationsOf(flags),
      ...(flags.publish !== undefined && { publication: flags.publish }),
      ...(flags.publishTo !== undefined && { publishTo: flags.publishTo }),
      ...(spec !== null && { spec }),
    },
  });
  const presentation: Presentation = {
    targets: parseReportTargets(flags.reporter),
    isJson: flags.json ?? false,
    failOn: 'gating',
    artifacts: flags.artifacts ?? null,
  };
  if (spec === null) await finishReview(context, living, presentation);
  else await showPipeline(context, { spec, living, presentation });
}

async function specOf({ cwd }: CommandContext, { spec, protocol }: RunFlags) {
  if (spec === undefined) return null;
  if (protocol !== undefined && protocol !== 'pipeline') {
    throw new MagiError('MAGI_USAGE', `--spec is for the protocol pipeline, not for ${protocol}.`, {
      hint: 'Leave one of the two out.',
      exitCode: 2,
    });
  }
  const { readPipelineSpec } = await import('../composition/read-pipeline-spec.ts');
  return readPipelineSpec(resolve(cwd, spec));
}

function validationsOf(flags: RunFlags): RunInput['validations'] {
  const command = (scope: 'focused' | 'full') => (text: string, index: number) => ({
    name: `${scope}-${index + 1}`,
    command: text,
    scope,
    timeoutMs: flags.validateTimeout,
  });
  return [...flags.validateFocused.map(command('focused')), ...flags.validate.map(command('full'))];
}

function budgetOf(flags: RunFlags): Partial<Budget> {
  const { maxReviews, maxAttempts, budgetTime, budgetCalls, budgetTokens, budgetUsd } = flags;
  return {
    ...(maxReviews === undefined ? {} : { reviews: Math.max(1, maxReviews) }),
    ...(maxAttempts === undefined ? {} : { attempts: maxAttempts }),
    ...(budgetTime === undefined ? {} : { wallClockMs: budgetTime }),
    ...(budgetCalls === undefined ? {} : { calls: budgetCalls }),
    ...(budgetTokens === undefined ? {} : { tokens: budgetTokens }),
    ...(budgetUsd === undefined ? {} : { usd: budgetUsd }),
  };
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
