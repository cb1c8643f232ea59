import { type Command, Option } from '@commander-js/extra-typings';
import type { CommandContext } from '../command-context.ts';
import { parseReportTargets } from '../composition/report-target.ts';
import { resumeReview } from '../composition/resume-review.ts';
import { failOnValues } from '../exit-codes.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, a unique part of it, or "last"')
    .addOption(
      new Option('--fail-on <what>', 'findings that fail the command')
        .choices(failOnValues)
        .default('gating' as const),
    )
    .option('--json', 'print one JSON document')
    .option('--reporter <name[=file]>', 'print or write a report; may be repeated', collect, [])
    .option('--artifacts <dir>', 'write the files of the protocol into this folder')
    .action((reference, flags) =>
      resumeReview(context, reference, {
        targets: parseReportTargets(flags.reporter),
        isJson: flags.json ?? false,
        failOn: flags.failOn,
        artifacts: flags.artifacts ?? null,
      }),
    );
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
