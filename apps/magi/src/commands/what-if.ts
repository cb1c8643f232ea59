import type { Command } from '@commander-js/extra-typings';
import { MagiError } from '@magi/contracts';
import { replay } from '@magi/engine/replay';
import { jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { readRun } from '../composition/read-run.ts';
import { requireReview } from '../composition/require-review.ts';
import { didYouMean } from '../composition/suggest.ts';
import { judgeAgain, type OtherRound } from '../what-if/judge-again.ts';
import { type OtherRules, parseGate, parseRule } from '../what-if/other-rules.ts';
import { type RecordedRound, recordedRounds } from '../what-if/recorded-rounds.ts';

interface WhatIfFlags {
  readonly rule?: string;
  readonly gate?: string;
  readonly without?: readonly string[];
  readonly json?: true;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('<run>', 'run id, "last" or a .magi.jsonl file')
    .option('--rule <rule>', 'merge by and, k-of-n:K, veto:NAMES or weighted:T:NAME=W,…')
    .option('--gate <gate>', 'gate by a preset, maxima (critical=0,warning=3) or an expression')
    .option('--without <checks...>', 'take these checks off every checklist')
    .option('--json', 'print one JSON document')
    .action((reference, flags) => run(context, reference, flags));
}

async function run(context: CommandContext, reference: string, flags: WhatIfFlags): Promise<void> {
  const rules: OtherRules = {
    merge: flags.rule === undefined ? null : parseRule(flags.rule),
    gate: flags.gate === undefined ? null : parseGate(flags.gate),
    without: flags.without ?? [],
  };
  if (rules.merge === null && rules.gate === null && rules.without.length === 0) {
    throw new MagiError('MAGI_USAGE', 'Say what is to be judged differently.', {
      hint: 'Give --rule, --gate or --without.',
      exitCode: 2,
    });
  }
  const found = await findRun(context, reference);
  try {
    const entries = await readRun(found.log, found.run);
    requireReview(found.run, replay(entries).view.context);
    const rounds = recordedRounds(entries);
    checkNames(rounds, rules.without);
    const others = judgeAgain(rounds, rules);
    const text = flags.json
      ? jsonDocument({ schemaVersion: 1, run: found.run, rules, rounds: others }).trimEnd()
      : others.map(describe).join('\n') || 'No round of this run has ended yet.';
    context.terminal.out(`${text}\n`);
  } finally {
    await found.close();
  }
}

function checkNames(rounds: readonly RecordedRound[], without: readonly string[]): void {
  const known = rounds.flatMap(({ recorded }) => recorded.checks.map((check) => check.id));
  const unknown = without.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  throw new MagiError(
    'MAGI_CHECK_UNKNOWN',
    `No scanner of this run has the check "${unknown}".${didYouMean(unknown, known)}`,
    { hint: 'magi review --json lists the checks of a run.', exitCode: 2 },
  );
}

function describe(other: OtherRound): string {
  if (!other.known) return `round ${other.round}: unknown, as the run would have taken another way`;
  const { round, before, after, checks, gained, lost } = other;
  const verdict = before === after ? `${before}, as recorded` : `${before} would be ${after}`;
  return [
    `round ${round}: ${verdict}`,
    ...checks.map((check) => `  ${check.id}: ${check.before} would be ${check.after}`),
    ...(lost.length > 0 ? [`  no longer gating: ${lost.join(', ')}`] : []),
    ...(gained.length > 0 ? [`  gating as well: ${gained.join(', ')}`] : []),
  ].join('\n');
}
