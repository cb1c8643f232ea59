import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { MagiError } from '@magi/contracts';
import { explainStep, type RunContext, replay } from '@magi/engine/replay';
import { jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { readRun } from '../composition/read-run.ts';
import { requireReview } from '../composition/require-review.ts';
import { didYouMean } from '../composition/suggest.ts';
import { findWorkspace, requireRepository } from '../composition/workspace.ts';
import { explainFile, fileText } from '../explain/explain-file.ts';
import { explainFinding, findingText } from '../explain/explain-finding.ts';
import { explainScanner, scannerText } from '../explain/explain-scanner.ts';
import { explainVerdict, verdictText } from '../explain/explain-verdict.ts';
import { stepText } from '../explain/step-text.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<what>', 'a file of the working tree, or a run')
    .argument(
      '[part]',
      'of a run: the number of an entry, the id of a finding or of a scanner (default: its verdict)',
    )
    .option('--json', 'print one JSON document')
    .action((what, part, flags) => run(context, what, part, flags.json ?? false));
}

async function run(
  context: CommandContext,
  what: string,
  part: string | undefined,
  isJson: boolean,
): Promise<void> {
  const { out } = context.terminal;
  const print = <Value>(value: Value, text: (value: Value) => string): void =>
    out(isJson ? jsonDocument({ schemaVersion: 1, ...value }) : text(value));
  if (part === undefined && !what.endsWith('.jsonl') && (await isFile(context, what))) {
    const repository = requireRepository(await findWorkspace(context));
    print(await explainFile(context, repository, what), fileText);
    return;
  }
  const found = await findRun(context, what);
  try {
    const entries = await readRun(found.log, found.run);
    if (part !== undefined && /^\d+$/.test(part)) {
      print(explainStep(entries, Number(part)), stepText);
      return;
    }
    const { context: reviewed } = replay(entries).view;
    requireReview(found.run, reviewed);
    if (part === undefined) {
      print(explainVerdict(reviewed), verdictText);
      return;
    }
    const scanner = await explainScanner(reviewed, part, found.log);
    if (scanner !== null) print(scanner, scannerText);
    else print(findingOf(reviewed, part), findingText);
  } finally {
    await found.close();
  }
}

function findingOf(context: RunContext, id: string) {
  const explanation = explainFinding(context, id);
  if (explanation !== null) return explanation;
  const known = context.history.flatMap(({ consolidation }) =>
    consolidation.findings.map((finding) => finding.id),
  );
  known.push(...context.panel.map((scanner) => scanner.id));
  throw new MagiError(
    'MAGI_FINDING_UNKNOWN',
    `This run has no finding and no scanner "${id}".${didYouMean(id, known)}`,
    { hint: 'The ids stand below the findings that magi review prints.', exitCode: 2 },
  );
}

async function isFile({ cwd }: CommandContext, name: string): Promise<boolean> {
  return stat(resolve(cwd, name)).then(
    (entry) => entry.isFile(),
    () => false,
  );
}
