import {
  attemptState,
  commitAttempt,
  discardAttempt,
  integrityChanges,
  integrityOf,
  preserveAttempt,
  type Repository,
  startAttempt,
} from '@magi/change';
import {
  type ChangedFile,
  FixInput,
  type FixOutput,
  type FixReport,
  type Json,
  MagiError,
  type Synthesizer,
} from '@magi/contracts';
import { failedFix } from '@magi/synthesis';
import type { EffectHandler } from '../composition/effect-runner.ts';

/** What the effect `fix` works with. */
export interface FixDesk {
  readonly repository: Repository;
  readonly fixer: Synthesizer;
  /** Full name of the candidate's branch; null for a detached HEAD. */
  readonly branch: string | null;
  readonly now: () => number;
}

/**
 * The effect `fix`: lets the fixer work in an attempt worktree and makes one commit of the result.
 *
 * What changed is measured, never taken from the fixer's words. When the user's checkout or branch
 * changed meanwhile, whoever did it, the run must not go on; other branches that moved are noted. A
 * fixer that rewrites history or deletes tests has failed, and what it did is named. After a crash a
 * commit that is there already is taken up; anything else is kept as a patch and started anew.
 */
export function fixEffect(desk: FixDesk): EffectHandler {
  return {
    async run(request, { signal, progress }) {
      const input = FixInput.parse(request.input);
      return (await fix(desk, { run: request.run, number: input.attempt }, input, {
        signal,
        progress,
      })) as Json;
    },
    async reconcile(request) {
      const input = FixInput.parse(request.input);
      const name = { run: request.run, number: input.attempt };
      const { state, from } = await attemptState(desk.repository, name);
      if (state === 'committed' && from !== null) {
        const output = await measured(desk, name, input, {
          outcome: 'changed',
          dispositions: [],
          conflicts: [],
        });
        return { state: 'done', output: output as Json };
      }
      if (state === 'open') {
        const reason = 'the process that made this attempt was cut off';
        await preserveAttempt(desk.repository, { ...name, reason });
        await discardAttempt(desk.repository, name);
      }
      return { state: 'restart', note: `attempt was ${state}` };
    },
  };
}

interface Name {
  readonly run: string;
  readonly number: number;
}

async function fix(
  desk: FixDesk,
  name: Name,
  input: FixInput,
  { signal, progress }: { signal: AbortSignal; progress: (message: string) => void },
): Promise<FixOutput> {
  const { repository, fixer, branch } = desk;
  const from = startOf(input);
  const started = await startAttempt(repository, { ...name, from, candidate: branch });
  if (!started.ok) throw new MagiError('MAGI_ATTEMPT_LEFT_OVER', started.error.message);
  const before = await integrityOf(repository);
  const report = await fixer
    .fix(input, { worktree: started.value.folder, signal, progress })
    .catch((error: unknown): FixReport => failedFix(`the fixer threw: ${messageOf(error)}`));
  signal.throwIfAborted();
  const changes = integrityChanges(before, await integrityOf(repository), branch);
  const outside = changes.filter(({ kind }) => kind !== 'attempt_ref' && kind !== 'ref');
  if (outside.length > 0) {
    const what = outside.map(({ message }) => message).join('; ');
    throw new MagiError(
      'MAGI_CANDIDATE_INTEGRITY',
      `The repository changed outside of the attempt while the fixer worked: ${what}`,
      {
        hint: 'Look at the checkout before you go on; nothing was taken back.',
        exitCode: 5,
      },
    );
  }
  const notes = changes
    .filter(({ kind }) => kind === 'ref')
    .map(({ message }) => `meanwhile ${message}`);
  const output = await measured(desk, name, input, report);
  return notes.length === 0 ? output : { ...output, notes };
}

/** Commits what is there and holds the report against it. */
async function measured(
  desk: FixDesk,
  name: Name,
  input: FixInput,
  report: FixReport,
): Promise<FixOutput> {
  const from = startOf(input);
  if (report.outcome === 'failed' || report.outcome === 'conflict') {
    return outputOf(desk, from, report);
  }
  const committed = await commitAttempt(desk.repository, {
    ...name,
    message: commitMessage(name, input),
    at: desk.now(),
  });
  if (!committed.ok) {
    return outputOf(desk, from, failedFix(`${committed.error.kind}: ${committed.error.message}`));
  }
  if (committed.value.outcome === 'no_change') {
    const reason = report.reason ?? 'the fixer changed nothing';
    return outputOf(desk, from, { ...report, outcome: 'no_change', reason });
  }
  const { commit, tree, written, files } = committed.value;
  const lost = files.filter(isDeletedTest).map(({ path }) => path);
  if (lost.length > 0) {
    return outputOf(desk, from, failedFix(`deletes_tests: the fixer deleted ${lost.join(', ')}`));
  }
  return {
    ...outputOf(desk, from, { ...report, outcome: 'changed' }),
    commit,
    tree,
    written: [...written],
  };
}

function outputOf({ fixer }: FixDesk, startedFrom: string, report: FixReport): FixOutput {
  return { ...report, fixer: fixer.id, startedFrom, written: [] };
}

function startOf({ candidate }: FixInput): string {
  if (candidate.head.commit !== null) return candidate.head.commit;
  throw new MagiError('MAGI_NOT_COMMITTED', 'A fix starts from a commit; this candidate is none.', {
    exitCode: 5,
    hint: 'Commit the work, then run again.',
  });
}

function commitMessage({ run, number }: Name, input: FixInput): string {
  const files = [...new Set(input.findings.map(({ file }) => file))].sort();
  const subject =
    files.length === 1
      ? `Mend review findings in ${files[0]}`
      : `Mend review findings (${files.length} files)`;
  const lines = input.constraints.map(({ text }) => `- ${text}`);
  return [subject, '', ...lines, '', `Magi-Run: ${run}`, `Magi-Attempt: ${number}`].join('\n');
}

function isDeletedTest({ status, path }: ChangedFile): boolean {
  return status === 'deleted' && /(^|[/._-])(tests?|specs?|__tests__)([/._-]|$)/i.test(path);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
