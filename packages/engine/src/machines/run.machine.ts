import * as attempts from './run-attempts.ts';
import { beginRun } from './run-context.ts';
import * as rounds from './run-rounds.ts';
import { runSetup } from './run-setup.ts';

/**
 * One run of one protocol, from the first look at the candidate to an outcome.
 *
 * ```
 *  grounding ──▶ placing ──▶ validating ──▶ validated ──▶ scanning ──▶ consolidating
 *    ▲             │ └──────────────────────────│───────────▲               │
 *    │  work first │                            │ broken                    │
 *    │             ▼             fix            ▼                           │
 *    │        synthesising ◀─────────────── deciding ◀──────────────────────┘
 *    │             │     ▲                  ▲  │  │  │ finish
 *    │             ▼     │                  │  │  │  └───────────────────────▶ ending
 *    └───────── weighing │ conflict, failed │  │  │ accept
 *     committed    │ └───┼──────────────────┘  │  └──▶ accepted ──▶ publishing ──▶ ending
 *                  │     │ retry, resolve  ask │          ▲ accept
 *                  │     └─────────────── awaitingDecision ┘── stop ──▶ ending
 *                  └── repository moved, not mended ──▶ ending
 *
 *  ending ──▶ converged | acceptedWithFindings | exhausted | escalated | blocked | stopped
 *  abort, time up: anywhere ──▶ halting ──▶ discarding? ──▶ ending
 * ```
 *
 * One actor `scan.<id>` per member of the panel lives while `scanning`. Which way a round goes is
 * decided by the protocol alone: the chart knows no protocol by name.
 */
export const runMachine = runSetup.createMachine({
  id: 'run',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input }) => beginRun(input),
  entry: 'startDeadline',
  initial: 'grounding',
  on: {
    abort: { target: '.halting', actions: 'endAborted' },
    'xstate.done.actor.deadline': { target: '.halting', actions: 'endTimeUp' },
  },
  states: {
    grounding: {
      tags: ['busy'],
      invoke: {
        id: 'ground',
        src: 'ground',
        input: ({ context }) => rounds.groundInput(context),
        onDone: { target: 'placing', actions: { type: 'takeGround', params: output } },
        onError: { target: 'ending', actions: { type: 'endFailed', params: because('grounding') } },
      },
    },
    placing: {
      always: [
        { guard: 'hasDrifted', target: 'ending', actions: 'endDrifted' },
        { guard: 'hasNothingToReview', target: 'ending', actions: 'endEmpty' },
        { guard: 'hasNobodyToReview', target: 'ending', actions: 'endWithoutPanel' },
        { guard: 'startsWithFix', target: 'synthesising' },
        { guard: 'validatesFirst', target: 'validating' },
        { target: 'scanning' },
      ],
    },
    validating: {
      tags: ['busy'],
      invoke: {
        id: 'validate',
        src: 'validate',
        input: ({ context }) => attempts.validateInput(context),
        onDone: { target: 'validated', actions: { type: 'takeValidations', params: output } },
        onError: {
          target: 'ending',
          actions: { type: 'endFailed', params: because('validation') },
        },
      },
    },
    validated: {
      always: [
        { guard: 'lacksValidation', target: 'ending', actions: 'endUnvalidated' },
        { guard: 'isBroken', target: 'deciding' },
        { target: 'scanning' },
      ],
    },
    scanning: {
      tags: ['busy'],
      entry: 'spawnScans',
      exit: 'stopScans',
      on: { 'xstate.done.actor.scan.*': { actions: { type: 'takeReview', params: output } } },
      always: { guard: 'haveAllReviewed', target: 'consolidating' },
    },
    consolidating: {
      invoke: {
        id: 'consolidation',
        src: 'consolidation',
        input: ({ context }) => rounds.consolidationTask(context),
        onDone: { target: 'deciding', actions: { type: 'closeRound', params: output } },
        onError: {
          target: 'ending',
          actions: { type: 'endFailed', params: because('consolidation') },
        },
      },
    },
    deciding: {
      entry: 'decide',
      always: [
        { guard: 'mayAccept', target: 'accepted' },
        { guard: 'mustFix', target: 'synthesising' },
        { guard: 'mustAsk', target: 'awaitingDecision', actions: 'ask' },
        { target: 'ending', actions: 'endAsDecided' },
      ],
    },
    synthesising: {
      tags: ['busy'],
      entry: 'startAttempt',
      invoke: {
        id: 'synthesis',
        src: 'synthesis',
        input: ({ context }) => attempts.synthesisTask(context),
        onDone: {
          target: 'weighing',
          actions: [
            { type: 'endAttempt', params: output },
            { type: 'endMoved', params: output },
          ],
        },
        onError: {
          target: 'ending',
          actions: { type: 'endFailed', params: because('synthesis') },
        },
      },
    },
    weighing: {
      always: [
        { guard: 'isEnded', target: 'ending' },
        { guard: 'hasCommitted', target: 'grounding' },
        { guard: 'isBroken', target: 'ending', actions: 'endUnmended' },
        { guard: 'hasConflict', target: 'deciding' },
        { guard: 'mayTryAgain', target: 'deciding' },
        { target: 'grounding' },
      ],
    },
    awaitingDecision: {
      tags: ['needs-human'],
      entry: 'stopDeadline',
      exit: 'startDeadline',
      always: { guard: 'isUnattended', target: 'ending', actions: 'endUnattended' },
      on: {
        'decision.made': [
          {
            guard: { type: 'isAnswered', params: 'accept' },
            target: 'accepted',
            actions: 'recordAnswer',
          },
          { guard: 'lacksReviews', target: 'grounding', actions: 'grantBudget' },
          {
            guard: { type: 'isAnswered', params: 'retry' },
            target: 'synthesising',
            actions: 'grantBudget',
          },
          {
            guard: { type: 'isAnswered', params: 'resolve' },
            target: 'synthesising',
            actions: 'resolveConflict',
          },
          {
            guard: { type: 'isAnswered', params: 'stop' },
            target: 'ending',
            actions: ['recordAnswer', 'endAbandoned'],
          },
        ],
      },
    },
    accepted: {
      always: [
        { guard: 'mustPublish', target: 'publishing' },
        { target: 'ending', actions: 'endAccepted' },
      ],
    },
    publishing: {
      tags: ['busy'],
      description: 'Once begun, a publication is not called off: abort waits for its result.',
      on: { abort: {} },
      invoke: {
        id: 'publish',
        src: 'publish',
        input: ({ context }) => attempts.publishInput(context),
        onDone: {
          target: 'ending',
          actions: [{ type: 'takePublication', params: output }, 'endAccepted'],
        },
        onError: {
          target: 'ending',
          actions: { type: 'endFailed', params: because('publication') },
        },
      },
    },
    halting: {
      always: [{ guard: 'hasAttemptInFlight', target: 'discarding' }, { target: 'ending' }],
    },
    discarding: {
      tags: ['busy'],
      on: { abort: {} },
      invoke: {
        id: 'discard',
        src: 'discard',
        input: ({ context }) => attempts.discardInput(context),
        onDone: {
          target: 'ending',
          actions: { type: 'interruptAttempt', params: ({ event }) => event.output.preserved },
        },
        onError: {
          target: 'ending',
          actions: { type: 'interruptAttempt', params: undefined },
        },
      },
    },
    ending: {
      entry: 'settleEnd',
      always: [
        { guard: { type: 'endedAs', params: 'converged' }, target: 'converged' },
        {
          guard: { type: 'endedAs', params: 'accepted_with_findings' },
          target: 'acceptedWithFindings',
        },
        { guard: { type: 'endedAs', params: 'exhausted' }, target: 'exhausted' },
        { guard: { type: 'endedAs', params: 'escalated' }, target: 'escalated' },
        { guard: { type: 'endedAs', params: 'blocked' }, target: 'blocked' },
        { target: 'stopped' },
      ],
    },
    converged: { type: 'final' },
    acceptedWithFindings: { type: 'final' },
    exhausted: { type: 'final' },
    escalated: { type: 'final' },
    blocked: { type: 'final' },
    stopped: { type: 'final' },
  },
  output: ({ context }) => context.terminal,
});

function output<Output>({ event }: { readonly event: { readonly output: Output } }): Output {
  return event.output;
}

function because(step: string) {
  return ({ event }: { readonly event: { readonly error: unknown } }) => ({
    step,
    error: event.error,
  });
}
