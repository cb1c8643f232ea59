import type { Command } from '@commander-js/extra-typings';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { createRedactor } from '@magi/agents';
import {
  type Candidate,
  DismissalRecord,
  DismissalValue,
  type Finding,
  MagiError,
  sanitiseLine,
} from '@magi/contracts';
import { replay } from '@magi/engine/replay';
import { jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { personHere } from '../composition/ask-person.ts';
import { findRun } from '../composition/find-run.ts';
import { readRun } from '../composition/read-run.ts';
import { requireReview } from '../composition/require-review.ts';
import { openStateLog } from '../composition/state-log.ts';
import { findWorkspace } from '../composition/workspace.ts';
import { findFindings } from '../dispositions/find-findings.ts';
import { appendToLedger } from '../dispositions/ledger.ts';

interface DismissFlags {
  readonly as: DismissalValue;
  readonly reason: string;
  readonly by?: string;
  readonly json?: true;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, "last" or a .magi.jsonl file')
    .argument('<findings...>', 'ids of findings, or unique beginnings of them')
    .requiredOption(
      '--as <what>',
      `what becomes of them: ${DismissalValue.options.join(', ')}`,
      parseValue,
    )
    .requiredOption('--reason <text>', 'why, for whoever meets them next', parseReason)
    .option('--by <name>', 'who says so (default: the user of this machine)')
    .option('--json', 'print one JSON document')
    .action((reference, findings, flags) => run(context, reference, findings, flags));
}

async function run(
  context: CommandContext,
  reference: string,
  ids: readonly string[],
  flags: DismissFlags,
): Promise<void> {
  const records = await recordsOf(context, reference, ids, flags);
  const { terminal } = context;
  const { folders } = await findWorkspace(context);
  const { log } = await openStateLog(folders, (message) => terminal.err(`warning: ${message}\n`));
  try {
    for (const record of records) await appendToLedger(log, record);
  } finally {
    await log.close();
  }
  if (flags.json) {
    terminal.out(jsonDocument({ schemaVersion: 1, dismissed: records }));
    return;
  }
  for (const record of records) if (record.kind === 'dismissed') terminal.out(lineOf(record));
  terminal.err('Reviews set them aside while their lines stay as they are: magi dismissals\n');
}

async function recordsOf(
  context: CommandContext,
  reference: string,
  ids: readonly string[],
  flags: DismissFlags,
): Promise<readonly DismissalRecord[]> {
  const found = await findRun(context, reference);
  try {
    const { view } = replay(await readRun(found.log, found.run));
    requireReview(found.run, view.context);
    const findings = findFindings(view.context, ids);
    const { candidate } = view.context;
    if (candidate === null) throw new MagiError('MAGI_RUN_EMPTY', 'The run reviewed nothing.');
    const redact = createRedactor(context.env);
    const reason = redact(flags.reason);
    const by = flags.by ?? personHere();
    const round = Math.max(1, view.context.history.length);
    return findings.map((finding) =>
      recordOf(finding, candidate, { run: found.run, as: flags.as, reason, by, round }),
    );
  } finally {
    await found.close();
  }
}

interface Said {
  readonly run: string;
  readonly as: DismissalValue;
  readonly reason: string;
  readonly by: string;
  readonly round: number;
}

function recordOf(
  finding: Finding,
  { head, base }: Candidate,
  { run: id, as, reason, by, round }: Said,
): DismissalRecord {
  const { fingerprint, contentDigest } = finding;
  return {
    v: 1,
    kind: 'dismissed',
    at: new Date().toISOString(),
    run: id,
    disposition: { fingerprint, contentDigest, value: as, reason, by, round },
    finding: DismissalRecord.options[0].shape.finding.strip().parse(finding),
    tree: head.tree,
    baseTree: base.tree,
  };
}

function lineOf({ finding, disposition }: Extract<DismissalRecord, { kind: 'dismissed' }>): string {
  const place = sanitiseLine(`${finding.file}:${finding.line}`);
  const value = disposition.value.replaceAll('_', ' ');
  return `${finding.id}  ${value}  ${place}  ${sanitiseLine(finding.message)}\n`;
}

function parseValue(text: string): DismissalValue {
  const parsed = DismissalValue.safeParse(text.replaceAll('-', '_'));
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`It has to be one of ${DismissalValue.options.join(', ')}.`);
}

function parseReason(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('Say why, in a few words.');
}
