import type { Repository } from '@magi/change';
import {
  type EventLog,
  type FileChange,
  type Json,
  MagiError,
  StudyInput,
  StudyOutput,
  TrainingInput,
  UpgradeInput,
  UpgradeOutput,
} from '@magi/contracts';
import { readEntries } from '@magi/event-log';
import {
  type Proposal,
  planUpgrade,
  proposeFromComments,
  revertUpgrade,
  studyRuns,
} from '@magi/trainer';
import type { EffectHandlers } from '../composition/effect-runner.ts';
import { failure } from '../composition/workspace.ts';
import { hasApplied, readChecklists, writeChanges } from './checklist-files.ts';
import { readComments } from './read-comments.ts';
import { digestOfRecord, readTrainingRuns, trainableRuns } from './training-runs.ts';

/** What a training works with. */
export interface TrainingDesk {
  readonly repository: Repository;
  readonly log: EventLog;
  readonly input: TrainingInput;
  readonly untrusted: ReadonlySet<string>;
  /** Folder that names of source files count from. */
  readonly cwd: string;
}

/** The kinds of work that a training asks for: mining, studying, and upgrading files. */
export function trainingEffects(desk: TrainingDesk): EffectHandlers {
  return {
    mine: { run: async ({ input }) => (await mine(desk, TrainingInput.parse(input))) as Json },
    study: { run: async ({ input }) => (await study(desk, StudyInput.parse(input))) as Json },
    upgrade: {
      run: async ({ run, input }) => {
        const request = UpgradeInput.parse(input);
        const changes = await changesOf(desk, run, request);
        await writeChanges(desk.repository, changes);
        return { proposal: request.proposal, changes: [...changes] } as Json;
      },
      reconcile: async ({ run, input }) => {
        const request = UpgradeInput.parse(input);
        // Planning from files that are half written would be planning from nonsense.
        const changes = await changesOf(desk, run, request).catch(() => null);
        return changes !== null && (await hasApplied(desk.repository, changes))
          ? { state: 'done', output: { proposal: request.proposal, changes: [...changes] } as Json }
          : { state: 'restart' };
      },
    },
  };
}

async function mine({ log, untrusted, repository, cwd }: TrainingDesk, { sources }: TrainingInput) {
  const runs = sources.runs ? await trainableRuns(log, untrusted) : [];
  const comments = await readComments(sources, { repository, cwd });
  return {
    runs: runs.map(({ run }) => run),
    comments: comments.length,
    digest: await digestOfRecord(log, runs),
  };
}

async function study({ log, input, repository, cwd }: TrainingDesk, { mined }: StudyInput) {
  const { scorecards, proposals } = await studyRuns(() => readTrainingRuns(log, mined.runs));
  const comments = await readComments(input.sources, { repository, cwd });
  const { shipped } = await readChecklists(repository);
  const said = proposeFromComments(comments, shipped);
  return StudyOutput.parse(
    JSON.parse(JSON.stringify({ scorecards, proposals: [...proposals, ...said.proposals] })),
  );
}

async function changesOf(
  desk: TrainingDesk,
  run: string,
  request: UpgradeInput,
): Promise<readonly FileChange[]> {
  const checklists = await readChecklists(desk.repository);
  if (!request.revert) {
    const planned = planUpgrade(checklists, await proposalOf(desk.log, run, request.proposal));
    if (!planned.ok) throw failure('UPGRADE', planned.error, 5);
    return planned.value;
  }
  const applied = await upgradeOf(desk.log, desk.input.revert?.run ?? '');
  const reverted = revertUpgrade(checklists.files, applied.changes);
  if (!reverted.ok) throw failure('REVERT', reverted.error, 5);
  return reverted.value;
}

async function proposalOf(log: EventLog, run: string, id: string): Promise<Proposal> {
  const study = StudyOutput.safeParse(await outputOf(log, run, 'study'));
  const found = study.success ? study.data.proposals.find((it) => it.id === id) : undefined;
  if (found) return found as unknown as Proposal;
  throw new MagiError('MAGI_PROPOSAL_UNKNOWN', `Run ${run} proposed no ${id}.`, { exitCode: 2 });
}

/** What an earlier training wrote: every byte before and after is in its log. */
export async function upgradeOf(log: EventLog, run: string): Promise<UpgradeOutput> {
  const upgrade = UpgradeOutput.safeParse(await outputOf(log, run, 'upgrade'));
  if (upgrade.success) return upgrade.data;
  throw new MagiError('MAGI_UPGRADE_UNKNOWN', `Run ${run} upgraded nothing.`, { exitCode: 2 });
}

/** The newest answer to a kind of work of a training. */
async function outputOf(log: EventLog, run: string, kind: string): Promise<Json | undefined> {
  let output: Json | undefined;
  for await (const { entry } of readEntries(log, run))
    if (entry.in?.type === 'done' && entry.in.key.startsWith(`training/${kind}#`))
      output = entry.in.output;
  return output;
}
