import type { FixInput, RunInput } from '@magi/contracts';
import {
  aCandidate,
  aCompletedReview,
  aProtocol,
  aRunInput,
  aScanner,
  type PlayOptions,
  quiet,
  type Script,
  timePasses,
} from '../src/testing/index.ts';

/** A run that is recorded once and replayed for ever. */
export interface GoldenScenario {
  readonly script: Script;
  readonly input: Partial<RunInput>;
  readonly meanwhile?: PlayOptions['meanwhile'];
}

const panel = ['core', 'security', 'performance'].map((id) =>
  aScanner(id, { retries: 1, timeoutMs: 30_000 }),
);

/** Between them these runs take every way through the charts that a released log may have taken. */
export const goldenScenarios: Readonly<Record<string, GoldenScenario>> = {
  'accepted-review': {
    script: script(0),
    input: { mode: 'review', goal: 'make it work' },
  },
  'rejected-review': {
    script: script(9),
    input: { mode: 'review' },
  },
  'loop-with-retry-and-publication': {
    script: {
      ...script(2),
      scan: (task, call) => {
        if (task.scanner.id === 'security' && task.round === 1 && task.attempt === 1) {
          throw new Error('flaky');
        }
        return scan(2)(task, call);
      },
    },
    input: { protocol: aProtocol({ publication: 'update_pr' }) },
    meanwhile: timePasses,
  },
  'timeout-leaves-it-incomplete': {
    script: {
      ...script(0),
      scan: (task, call) =>
        task.scanner.id === 'performance' ? new Promise(() => undefined) : scan(0)(task, call),
    },
    input: {},
    meanwhile: async (_handle, clock) => {
      await quiet(10);
      clock.advance(30_000);
    },
  },
  'question-answered-with-new-budget': {
    script: script(4),
    input: { protocol: aProtocol({ detectors: [{ name: 'plateau', action: 'warn' }] }) },
    meanwhile: async (handle) => {
      await handle.done;
      const answer = { type: 'decision.made', question: 'cap-1', option: 'adjust' };
      await handle.send({ ...answer, answer: 'Keep the interface.' }, 'ann');
    },
  },
  'parked-at-an-oscillation': {
    script: script(9),
    input: {
      protocol: aProtocol({ detectors: [{ name: 'unchanged', action: 'escalate', limit: 2 }] }),
    },
  },
  'conflict-resolved': {
    script: {
      ...script(1),
      fix: (task) =>
        task.resolutions.length > 0
          ? fixed(task)
          : { ...fixed(task), outcome: 'conflict', conflicts: [conflict] },
    },
    input: {},
    meanwhile: async (handle) => {
      await handle.done;
      await handle.send({ type: 'decision.made', question: 'conflict-1', option: 'adopt' }, 'ann');
    },
  },
  'validated-and-mended': {
    script: mending(),
    input: {
      protocol: aProtocol({
        validateBeforeReview: true,
        fix: { ...aProtocol().fix, validate: ['full'] },
      }),
      validations: [{ name: 'test', command: 'npm test', scope: 'full', timeoutMs: 1000 }],
    },
  },
  'work-first-and-aborted': {
    script: { ...script(9), scan: () => new Promise(() => undefined) },
    input: {
      protocol: aProtocol({
        entry: 'fix',
        budget: { reviews: 3, attemptSpends: 'start', wallClockMs: 900_000 },
      }),
    },
    meanwhile: async (handle) => {
      await quiet(20);
      await handle.abort('changed my mind', 'ann');
    },
  },
};

export function inputOf({ input }: GoldenScenario): RunInput {
  return aRunInput(input);
}

function script(failingRounds: number): Script {
  return {
    ground: ({ round, expectedHead }) => ({
      candidate: aCandidate({ head: round === 1 ? 'head1' : (expectedHead ?? 'head1') }),
      panel,
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: scan(failingRounds),
    fix: fixed,
  };
}

function scan(failingRounds: number): NonNullable<Script['scan']> {
  return ({ round, scanner, candidate }) => {
    const isFailing = scanner.id === 'core' && round <= failingRounds;
    const review = aCompletedReview(scanner, candidate, isFailing ? ['core_is_fine'] : []);
    return { ...review, cost: { calls: 1, usd: 0.125, durationMs: 10 } };
  };
}

function fixed({ attempt, candidate }: FixInput) {
  return {
    outcome: 'changed',
    fixer: 'scripted',
    startedFrom: candidate.head.commit ?? candidate.head.tree,
    commit: `fix${attempt}`,
    tree: `tree${attempt}`,
    written: [{ file: 'src/a.ts', ranges: [{ start: 1, count: 2 }] }],
    dispositions: [],
    conflicts: [],
  };
}

function mending(): Script {
  let isBroken = true;
  const outcome = () => ({
    name: 'test',
    command: 'npm test',
    scope: 'full',
    status: isBroken ? 'failed' : 'passed',
    result: isBroken ? 'exit code 1' : 'exit code 0',
  });
  return {
    ...script(0),
    validate: () => ({ validations: [outcome()] }),
    fix: (task) => {
      isBroken = false;
      return fixed(task);
    },
  };
}

const conflict = {
  key: 'core_is_fine',
  requiredProperty: 'core_is_fine',
  conflictsWith: 'the public interface',
  why: 'the type is too narrow',
  alternatives: [{ text: 'widen the type', satisfies: true, cost: 'one caller changes' }],
};
