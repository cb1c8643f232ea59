import type {
  DiscardInput,
  DiscardOutput,
  FixInput,
  FixOutput,
  PromoteInput,
  PromoteOutput,
  RecordedError,
  ValidateInput,
  ValidateOutput,
  ValidationOutcome,
} from '@magi/contracts';
import { assign, setup } from 'xstate';
import { effect } from '../host/effect.ts';
import {
  attemptOf,
  type SynthesisContext,
  type SynthesisResult,
  type SynthesisTask,
} from './synthesis-result.ts';

const LONGEST_FIX_MS = 3_600_000;

/**
 * One attempt: change the code in isolation, prove it, and only then move the branch.
 *
 * ```
 *  fixing ──changed──▶ validating ──all passed──▶ promoting ──promoted──▶ ended
 *    │ │                   │ not passed              │ refused
 *    │ └─ changed, nothing to run ───────────────▶   │
 *    └─ no change, failed, conflict ──▶ discarding ◀─┘
 *                                           └──────────────────────────▶ ended
 * ```
 *
 * A change without a commit (isolation `none`) has nothing to promote and ends at once. What is
 * discarded is kept as a patch by the effect; the attempt says where.
 */
export const synthesisMachine = setup({
  types: {} as { context: SynthesisContext; input: SynthesisTask; output: SynthesisResult },
  actors: {
    fix: effect<FixInput, FixOutput>('fix'),
    validate: effect<ValidateInput, ValidateOutput>('validate'),
    promote: effect<PromoteInput, PromoteOutput>('promote'),
    discard: effect<DiscardInput, DiscardOutput>('discard'),
  },
  delays: { fixTimeout: LONGEST_FIX_MS },
  guards: {
    isChanged: (_, fix: FixOutput) => fix.outcome === 'changed',
    needsValidation: ({ context }) => context.task.scopes.length > 0,
    hasCommit: ({ context }) => context.fix?.commit !== undefined,
    allPassed: (_, validations: readonly ValidationOutcome[]) =>
      validations.every(({ status }) => status === 'passed'),
    isPromoted: (_, promotion: PromoteOutput) => promotion.outcome === 'promoted',
  },
  actions: {
    keepFix: assign((_, fix: FixOutput) => ({ fix })),
    keepValidations: assign((_, validations: ValidationOutcome[]) => ({ validations })),
    keepPromotion: assign((_, promotion: PromoteOutput) => ({ promotion })),
    noteFailure: assign((_, failure: { step: string; error: RecordedError }) => ({ failure })),
    noteTimeout: assign({
      failure: { step: 'fix', error: { name: 'TimeoutError', message: 'took more than an hour' } },
    }),
    keepDiscarded: assign((_, { preserved }: DiscardOutput) => ({
      preserved: preserved ?? null,
    })),
  },
}).createMachine({
  id: 'synthesis',
  version: '1',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    task: input,
    fix: null,
    validations: [],
    promotion: null,
    failure: null,
    preserved: null,
  }),
  initial: 'fixing',
  states: {
    fixing: {
      tags: ['busy'],
      invoke: {
        id: 'fix',
        src: 'fix',
        input: ({ context }) => context.task.fix,
        onDone: [
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'changed',
            actions: { type: 'keepFix', params: ({ event }) => event.output },
          },
          {
            target: 'discarding',
            actions: { type: 'keepFix', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'discarding',
          actions: {
            type: 'noteFailure',
            params: ({ event }) => ({ step: 'fix', error: event.error as RecordedError }),
          },
        },
      },
      after: { fixTimeout: { target: 'discarding', actions: 'noteTimeout' } },
    },
    changed: {
      always: [{ guard: 'needsValidation', target: 'validating' }, { target: 'proven' }],
    },
    validating: {
      tags: ['busy'],
      invoke: {
        id: 'validate',
        src: 'validate',
        input: ({ context }) => ({
          round: context.task.fix.round,
          attempt: context.task.fix.attempt,
          scopes: [...context.task.scopes],
          ...(context.fix?.commit === undefined ? {} : { commit: context.fix.commit }),
        }),
        onDone: [
          {
            guard: { type: 'allPassed', params: ({ event }) => event.output.validations },
            target: 'proven',
            actions: {
              type: 'keepValidations',
              params: ({ event }) => event.output.validations,
            },
          },
          {
            target: 'discarding',
            actions: {
              type: 'keepValidations',
              params: ({ event }) => event.output.validations,
            },
          },
        ],
        onError: {
          target: 'discarding',
          actions: {
            type: 'noteFailure',
            params: ({ event }) => ({ step: 'validate', error: event.error as RecordedError }),
          },
        },
      },
    },
    proven: {
      always: [{ guard: 'hasCommit', target: 'promoting' }, { target: 'ended' }],
    },
    promoting: {
      tags: ['busy'],
      invoke: {
        id: 'promote',
        src: 'promote',
        input: ({ context }) => ({
          round: context.task.fix.round,
          attempt: context.task.fix.attempt,
          startedFrom: context.fix?.startedFrom ?? '',
          commit: context.fix?.commit ?? '',
        }),
        onDone: [
          {
            guard: { type: 'isPromoted', params: ({ event }) => event.output },
            target: 'ended',
            actions: { type: 'keepPromotion', params: ({ event }) => event.output },
          },
          {
            target: 'discarding',
            actions: { type: 'keepPromotion', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'discarding',
          actions: {
            type: 'noteFailure',
            params: ({ event }) => ({ step: 'promote', error: event.error as RecordedError }),
          },
        },
      },
    },
    discarding: {
      tags: ['busy'],
      invoke: {
        id: 'discard',
        src: 'discard',
        input: ({ context }) => {
          const { attempt } = attemptOf(context);
          return {
            attempt: attempt.number,
            ...(context.fix?.commit === undefined ? {} : { commit: context.fix.commit }),
            reason: attempt.reason ?? attempt.outcome,
          };
        },
        onDone: {
          target: 'ended',
          actions: { type: 'keepDiscarded', params: ({ event }) => event.output },
        },
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => attemptOf(context),
});
