import { sha256 } from '@magi/consolidation';
import type { Disposition, Entry, EventLog } from '@magi/contracts';
import { replay } from '@magi/engine/replay';
import { listRuns, readEntries } from '@magi/event-log';
import type { TrainingRound, TrainingRun } from '@magi/trainer';
import { readRun } from '../composition/read-run.ts';
import { type Dismissal, readLedger, standing } from '../dispositions/ledger.ts';
import { recordedRounds } from '../what-if/recorded-rounds.ts';

/** A run that can be learnt from, by id and the head of its log. */
export interface TrainableRun {
  readonly run: string;
  readonly hash: string;
}

/** Runs of reviews and loops, oldest first; trainings and runs marked untrusted are left out. */
export async function trainableRuns(
  log: EventLog,
  untrusted: ReadonlySet<string>,
): Promise<readonly TrainableRun[]> {
  const runs: TrainableRun[] = [];
  for await (const { stream, hash } of listRuns(log)) {
    if (untrusted.has(stream) || !(await isReview(log, stream))) continue;
    runs.push({ run: stream, hash });
  }
  return runs.sort((a, b) => (a.run < b.run ? -1 : 1));
}

/**
 * Digest over what a study of the record rests on, runs and what people dismissed since: the same
 * record gives the same study.
 */
export async function digestOfRecord(
  log: EventLog,
  runs: readonly TrainableRun[],
): Promise<string> {
  const dismissed = standing(await readLedger(log)).map(({ at, disposition }) => {
    const { fingerprint, value } = disposition;
    return `${at} ${fingerprint} ${value}\n`;
  });
  return sha256([...runs.map(({ run, hash }) => `${run} ${hash}\n`), ...dismissed].join(''));
}

/** Reads runs one after the other; a run that cannot be replayed teaches nothing and is skipped. */
export async function* readTrainingRuns(
  log: EventLog,
  runs: readonly string[],
): AsyncGenerator<TrainingRun> {
  const dismissals = standing(await readLedger(log));
  for (const run of runs) {
    const entries = await readRun(log, run).catch(() => null);
    const training = entries && trainingRun(run, entries, dismissals);
    if (training) yield training;
  }
}

function trainingRun(
  run: string,
  entries: readonly Entry[],
  dismissals: readonly Dismissal[],
): TrainingRun | null {
  const { context } = replay(entries).view;
  const rounds = recordedRounds(entries).map(
    ({ input, recorded }, index): TrainingRound => ({
      round: index + 1,
      consolidation: recorded,
      signals: context.history[index]?.signals ?? [],
      candidate: input.candidate,
      panel: input.panel,
      reviews: input.reviews,
    }),
  );
  const [first] = rounds;
  if (!first) return null;
  const { request, base, head } = first.candidate;
  return {
    run,
    at: entries[0]?.at ?? '',
    // Runs over the same base are about the same change, until it is merged.
    change:
      request.mode === 'commit' ? `commit ${head.commit}` : `base ${base.commit ?? base.tree}`,
    author: context.decisions.at(-1)?.by ?? 'unknown',
    trusted: true,
    protocol: context.input.protocol,
    requireAll: context.input.requireAll,
    rounds,
    decisions: context.decisions,
    dispositions: [
      ...context.dispositions,
      ...context.attempts.flatMap(({ dispositions }) => dispositions),
    ],
    saidLater: saidOf(rounds, dismissals),
  };
}

/** What people said of the findings of a run, whenever they did: mostly after it had ended. */
function saidOf(rounds: readonly TrainingRound[], dismissals: readonly Dismissal[]): Disposition[] {
  const found = new Set(
    rounds.flatMap(({ consolidation }) =>
      consolidation.findings.map(({ fingerprint }) => fingerprint),
    ),
  );
  return dismissals
    .map(({ disposition }) => disposition)
    .filter(({ fingerprint }) => found.has(fingerprint));
}

async function isReview(log: EventLog, run: string): Promise<boolean> {
  for await (const { entry } of readEntries(log, run, { to: 0 }))
    return entry.in?.type === 'init' && entry.in.machine.id === 'run';
  return false;
}
