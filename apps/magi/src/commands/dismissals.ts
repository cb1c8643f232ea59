import type { Command } from '@commander-js/extra-typings';
import { createRedactor } from '@magi/agents';
import { byText, DismissalsOutput, MagiError, sanitiseLine } from '@magi/contracts';
import { jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { personHere } from '../composition/ask-person.ts';
import { openStateLog, openStateLogs } from '../composition/state-log.ts';
import { didYouMean } from '../composition/suggest.ts';
import { findWorkspace } from '../composition/workspace.ts';
import { appendToLedger, type Dismissal, readLedger } from '../dispositions/ledger.ts';

interface DismissalsFlags {
  readonly withdraw?: string;
  readonly reason?: string;
  readonly by?: string;
  readonly all?: true;
  readonly json?: true;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .option('--withdraw <finding>', 'take the dismissal of this finding back; needs --reason')
    .option('--reason <text>', 'why it is taken back')
    .option('--by <name>', 'who takes it back (default: the user of this machine)')
    .option('--all', 'also what was taken back')
    .option('--json', 'print one JSON document')
    .action((flags) => run(context, flags));
}

async function run(context: CommandContext, flags: DismissalsFlags): Promise<void> {
  const dismissals = await readAll(context);
  if (flags.withdraw !== undefined) return withdraw(context, dismissals, flags.withdraw, flags);
  const shown = dismissals.filter(({ withdrawn }) => flags.all || withdrawn === null);
  const { out, err } = context.terminal;
  if (flags.json) {
    const output = DismissalsOutput.parse({ schemaVersion: 1, dismissals: shown });
    out(jsonDocument(output));
  } else if (shown.length === 0) {
    err('Nothing was dismissed here. magi dismiss RUN FINDING --as … --reason … does it.\n');
  } else {
    out(shown.map(paragraphOf).join(''));
  }
}

async function readAll(context: CommandContext): Promise<readonly Dismissal[]> {
  const { folders } = await findWorkspace(context);
  const logs = await openStateLogs(folders);
  try {
    const ledgers = await Promise.all(logs.map(({ log }) => readLedger(log)));
    return ledgers.flat().sort((a, b) => byText(a.at, b.at));
  } finally {
    await Promise.all(logs.map(({ log }) => log.close()));
  }
}

async function withdraw(
  context: CommandContext,
  dismissals: readonly Dismissal[],
  id: string,
  { reason, by }: DismissalsFlags,
): Promise<void> {
  if (reason === undefined || reason.trim() === '') {
    throw new MagiError('MAGI_USAGE', 'To take a dismissal back, say why.', {
      hint: 'Add --reason TEXT.',
      exitCode: 2,
    });
  }
  const { finding, disposition } = choose(dismissals, id);
  const { folders } = await findWorkspace(context);
  const warn = (message: string): void => context.terminal.err(`warning: ${message}\n`);
  const { log } = await openStateLog(folders, warn);
  try {
    await appendToLedger(log, {
      v: 1,
      kind: 'withdrawn',
      at: new Date().toISOString(),
      fingerprint: disposition.fingerprint,
      by: by ?? personHere(),
      reason: createRedactor(context.env)(reason.trim()),
    });
  } finally {
    await log.close();
  }
  context.terminal.out(`${finding.id} counts again: ${sanitiseLine(finding.message)}\n`);
}

/** By id or a unique beginning; several dismissals of one finding go together. */
function choose(dismissals: readonly Dismissal[], id: string): Dismissal {
  const open = dismissals.filter(({ withdrawn }) => withdrawn === null);
  const matches = open.filter(({ finding }) => id !== '' && finding.id.startsWith(id));
  const identities = new Set(matches.map(({ disposition }) => disposition.fingerprint));
  const [match] = matches;
  if (match !== undefined && identities.size === 1) return match;
  const known = open.map(({ finding }) => finding.id);
  throw new MagiError(
    match === undefined ? 'MAGI_FINDING_UNKNOWN' : 'MAGI_FINDING_AMBIGUOUS',
    match === undefined
      ? `No dismissal of "${id}" stands.${didYouMean(id, known)}`
      : `"${id}" means ${identities.size} dismissed findings.`,
    { hint: 'magi dismissals lists them.', exitCode: 2 },
  );
}

function paragraphOf({ at, run: from, disposition, finding, withdrawn }: Dismissal): string {
  const { value, by, reason } = disposition;
  const place = `${finding.file}:${finding.line}`;
  const lines = [
    `${finding.id}  ${value.replaceAll('_', ' ')}  ${place}  ${finding.message}`,
    `    ${at.slice(0, 10)}, ${by} in run ${from}: ${reason}`,
    ...(withdrawn === null
      ? []
      : [`    taken back ${withdrawn.at.slice(0, 10)} by ${withdrawn.by}: ${withdrawn.reason}`]),
  ];
  return lines.map((line) => `${sanitiseLine(line)}\n`).join('');
}
