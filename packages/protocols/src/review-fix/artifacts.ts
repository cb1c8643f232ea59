import { MinionsState } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import {
  type ArtifactFile,
  type ArtifactPlace,
  type Artifacts,
  jsonFile,
} from '../artifact-files.ts';
import { fixSummary } from './fix-summary.ts';
import { folderOf, roundFiles } from './round-files.ts';

export interface MinionsArtifactsOptions {
  readonly place: Pick<ArtifactPlace, 'startedAt' | 'updatedAt'>;
  readonly existing?: readonly string[];
}

const PHASE_FILE = /^phases\/review-\d+\/(?:r1-[a-z0-9_-]+\.json|r2-fix-summary\.md)$/;

/** Projects a run into the files of seed 000: `state.json`, and a folder of answers per round. */
export function minionsArtifacts(
  view: RunView,
  { place, existing = [] }: MinionsArtifactsOptions,
): Artifacts {
  const write: ArtifactFile[] = [
    jsonFile('state.json', stateOf(view, place)),
    ...view.history.flatMap((record, index) => [
      ...roundFiles(record, view.panel),
      ...(record.attempt === undefined
        ? []
        : [
            {
              name: `${folderOf(record.round)}/r2-fix-summary.md`,
              text: fixSummary(record, record.attempt, view.history[index + 1]),
            },
          ]),
    ]),
  ];
  const written = new Set(write.map(({ name }) => name));
  const remove = existing.filter((name) => PHASE_FILE.test(name) && !written.has(name));
  return { write, remove: [...remove].sort() };
}

/** The owner is nobody: hooks of a host leave alone what another process drives. */
function stateOf(view: RunView, { startedAt, updatedAt }: MinionsArtifactsOptions['place']) {
  const { context, history, terminal } = view;
  const { status, phase } = standingOf(view);
  const round = Math.max(1, history.length + (isReviewing(view) ? 1 : 0));
  return MinionsState.parse({
    version: 1,
    plugin: 'minions',
    pipeline: 'review',
    status,
    task: context.input.goal ?? 'Review the change',
    startedAt,
    updatedAt,
    currentPhase: phase,
    iteration: round,
    maxIterations: context.input.protocol.budget.reviews ?? 5,
    ownerPpid: '0',
    sessionId: sessionOf(view.run),
    schedule: [],
    iterations: iterationsOf(view, round, startedAt),
    files: (context.candidate?.files ?? []).map(({ path }) => path),
    failure: status === 'stopped' ? (terminal?.message ?? 'stopped') : null,
  });
}

function standingOf({ terminal, value }: RunView): {
  readonly status: MinionsState['status'];
  readonly phase: MinionsState['currentPhase'];
} {
  if (terminal?.outcome === 'converged') return { status: 'complete', phase: 'DONE' };
  if (terminal) return { status: 'stopped', phase: 'STOPPED' };
  const isFixing = value.run === 'synthesising' || value.run === 'weighing';
  return { status: 'in_progress', phase: isFixing ? 'R2' : 'R1' };
}

function isReviewing({ terminal, value }: RunView): boolean {
  return terminal === null && !['deciding', 'synthesising', 'weighing'].includes(`${value.run}`);
}

function iterationsOf({ history }: RunView, round: number, startedAt: string) {
  const done = history.map(({ round: iteration, consolidation, attempt }) => {
    const verdict = consolidation.findings.length > 0 ? 'issues_found' : 'clean';
    return {
      iteration,
      startedAt,
      r1: { status: 'complete', verdict },
      r2: { status: attempt === undefined ? 'pending' : 'complete' },
      verdict,
    };
  });
  if (done.length >= round) return done;
  const open = { r1: { status: 'pending' }, r2: { status: 'pending' }, verdict: null };
  return [...done, { iteration: round, startedAt, ...open }];
}

/** Eight bytes as hexadecimal digits, the same for the same run. */
function sessionOf(run: string): string {
  const digits = [...run].map((letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('');
  return digits.padStart(16, '0').slice(-16);
}
