import type { Candidate, Protocol, RunInput } from '@magi/contracts';
import { aCandidate, aCompletedReview, aScanner, playRun, type Script } from '@magi/engine/testing';
import { artifactsOf } from '../artifacts.ts';

/** Where all runs of these tests go on. */
export const place = {
  repository: 'example/project',
  commonDir: '/repo/.git',
  branch: 'refs/heads/work',
  startedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:01:00.000Z',
};

/** One focused and one full command. */
export const validations: RunInput['validations'] = (['focused', 'full'] as const).map((scope) => ({
  name: scope,
  command: `npm run ${scope}`,
  scope,
  timeoutMs: 1_000,
}));

/** Fixes that commit, with validations that pass. */
export const proven: Script = {
  validate: () => ({
    validations: validations.map(({ name, command, scope }) => ({
      name,
      command,
      scope,
      status: 'passed',
      result: 'exit code 0',
    })),
  }),
  fix: ({ attempt, candidate }) => ({
    outcome: 'changed',
    fixer: 'scripted',
    startedFrom: candidate.head.commit ?? '',
    commit: commit(`${attempt + 1}`),
    tree: tree40(`${attempt + 1}`),
    written: [{ file: 'src/a.ts', ranges: [{ start: 1, count: 1 }] }],
    dispositions: [],
    conflicts: [],
  }),
  publish: () => ({ status: 'not_applicable', message: 'The commits stay local.' }),
  promote: ({ commit: head }) => ({ outcome: 'promoted', head, tree: head.replace(/^c/, 'd') }),
};

/** A panel of two, at the head that the run expects. */
export const twoReviewers: Script = {
  ground: ({ round, expectedHead }) => {
    const candidate = aCandidate({ head: 'head1' });
    const head = expectedHead ?? commit(`${round}`);
    return {
      candidate: withCommits(candidate, head),
      panel: [aScanner('critic'), aScanner('pedant')],
      configHash: '0'.repeat(64),
      dispositions: [],
    };
  },
};

/** One finds a problem in the first round; the fix mends it. */
export const mendedOnce: Script = {
  ...twoReviewers,
  ...proven,
  scan: ({ scanner, candidate, round }) =>
    aCompletedReview(
      scanner,
      candidate,
      round === 1 && scanner.id === 'critic' ? ['critic_is_fine'] : [],
    ),
};

/** The fixer cannot satisfy what is asked of it. */
export const withConflict: Script = {
  ...mendedOnce,
  fix: ({ candidate }) => ({
    outcome: 'conflict',
    fixer: 'scripted',
    startedFrom: candidate.head.commit ?? '',
    written: [],
    dispositions: [],
    conflicts: [
      {
        key: 'critic_is_fine',
        requiredProperty: 'it is fast',
        conflictsWith: 'decision 7',
        why: 'both cannot be',
        alternatives: [{ text: 'cache | all', satisfies: true }],
      },
    ],
  }),
};

/** Another problem every round, so that no detector sees a circle. */
export const alwaysNew: NonNullable<Script['scan']> = ({ scanner, candidate, round }) => {
  const review = aCompletedReview(scanner, candidate, [`${scanner.id}_is_fine`]);
  if (scanner.id !== 'critic') return aCompletedReview(scanner, candidate);
  const told = `problem ${'abcdefgh'[round]?.repeat(40)}`;
  return {
    ...review,
    findings: review.findings.map((it) => ({ ...it, rule: told, message: told, evidence: told })),
  };
};

/** What a run of a protocol is started with. */
export function inputFor(protocol: Protocol): Partial<RunInput> {
  const proof = protocol.id === 'review-fix-loop' ? { validations } : {};
  return { protocol, mode: 'loop', goal: 'Mend the parser', ...proof };
}

/** Plays a run to its end and projects it. */
export async function filesOf(protocol: Protocol, script: Script, more: Partial<RunInput> = {}) {
  const { end } = await playRun(script, { ...inputFor(protocol), ...more });
  return textsOf(artifactsOf(end.view, { place }).write);
}

/** Texts by name. */
export function textsOf(files: readonly { readonly name: string; readonly text: string }[]) {
  return Object.fromEntries(files.map(({ name, text }) => [name, text]));
}

/** A file as JSON. */
export function json(files: Readonly<Record<string, string>>, name: string): unknown {
  return JSON.parse(files[name] ?? 'null');
}

/** The value of a result that has to be one. */
export function value<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly error: unknown },
): Value {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

/** Forty digits that tell commits apart. */
export function commit(digit: string): string {
  return `c${digit.repeat(39)}`;
}

function tree40(digit: string): string {
  return `d${digit.repeat(39)}`;
}

function withCommits(candidate: Candidate, head: string): Candidate {
  return {
    ...candidate,
    base: { ...candidate.base, commit: commit('0') },
    head: { ...candidate.head, commit: head, tree: head.replace(/^c/, 'd') },
  };
}
