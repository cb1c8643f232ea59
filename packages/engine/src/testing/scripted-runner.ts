import type {
  EffectContext,
  EffectKind,
  EffectRequest,
  EffectRunner,
  FixInput,
  GroundInput,
  Json,
  PromoteInput,
  ScanInput,
  UpgradeInput,
} from '@magi/contracts';
import { aCandidate, aCompletedReview, aScanner } from './builders.ts';

/** Answers to one kind of effect: a value, or a function of the request; what it throws is a failure. */
export type Answer<Question> = (
  question: Question,
  call: { readonly request: EffectRequest; readonly context: EffectContext },
) => unknown;

export interface Script {
  readonly ground?: Answer<GroundInput>;
  readonly scan?: Answer<ScanInput>;
  readonly validate?: Answer<Json>;
  readonly fix?: Answer<FixInput>;
  readonly promote?: Answer<PromoteInput>;
  readonly discard?: Answer<Json>;
  readonly publish?: Answer<Json>;
  readonly merge_wording?: Answer<Json>;
  readonly mine?: Answer<Json>;
  readonly study?: Answer<Json>;
  readonly upgrade?: Answer<Json>;
  readonly reconcile?: NonNullable<EffectRunner['reconcile']>;
}

/** An effect runner that follows a script and remembers what it was asked. */
export interface ScriptedRunner extends EffectRunner {
  readonly requests: readonly EffectRequest[];
  /** Keys in the order they were started. */
  keys(): readonly string[];
}

/**
 * Makes a runner of a script. What the script leaves out is answered with the good case: a panel of
 * one scanner that finds nothing, fixes that commit, promotions that work.
 */
export function scriptedRunner(script: Script = {}): ScriptedRunner {
  const requests: EffectRequest[] = [];
  const answers: Record<EffectKind, Answer<never>> = { ...goodCase(), ...script };
  return {
    requests,
    keys: () => requests.map(({ key }) => key),
    async run(request, context) {
      requests.push(request);
      const answer = answers[request.kind] as Answer<Json>;
      return (await answer(request.input, { request, context })) as Json;
    },
    ...(script.reconcile ? { reconcile: script.reconcile } : {}),
  };
}

function goodCase(): Record<EffectKind, Answer<never>> {
  return {
    ground: ({ round }: GroundInput) => ({
      candidate: aCandidate({ head: `head${round}` }),
      panel: [aScanner('core')],
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ scanner, candidate }: ScanInput) => aCompletedReview(scanner, candidate),
    validate: () => ({ validations: [] }),
    fix: ({ attempt, candidate }: FixInput) => ({
      outcome: 'changed',
      fixer: 'scripted',
      startedFrom: candidate.head.commit ?? candidate.head.tree,
      commit: `fix${attempt}`,
      tree: `tree-of-fix${attempt}`,
      written: [],
      dispositions: [],
      conflicts: [],
    }),
    promote: ({ commit }: { readonly commit: string }) => ({
      outcome: 'promoted',
      head: commit,
      tree: `tree-of-${commit}`,
    }),
    discard: () => ({}),
    publish: () => ({ status: 'published', message: 'pushed' }),
    merge_wording: () => ({ messages: {} }),
    mine: () => ({ runs: [], comments: 0, digest: '0'.repeat(64) }),
    study: () => ({ scorecards: [], proposals: [] }),
    upgrade: ({ proposal }: UpgradeInput) => ({ proposal, changes: [] }),
  };
}
