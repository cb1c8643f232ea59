import type {
  Consolidation,
  DiscardInput,
  DiscardOutput,
  GroundInput,
  GroundOutput,
  PublishInput,
  PublishOutput,
  RecordedError,
  Review,
  RunInput,
  TerminalResult,
  ValidateInput,
  ValidateOutput,
} from '@magi/contracts';
import { assign, enqueueActions, setup, spawnChild, stopChild } from 'xstate';
import { effect } from '../host/effect.ts';
import { consolidationMachine } from './consolidation.machine.ts';
import { deadlineMachine } from './deadline.machine.ts';
import * as attempts from './run-attempts.ts';
import { candidateOf, type RunContext, type RunEvent } from './run-context.ts';
import * as endings from './run-endings.ts';
import * as questions from './run-questions.ts';
import * as rounds from './run-rounds.ts';
import { scanMachine } from './scan.machine.ts';
import { synthesisMachine } from './synthesis.machine.ts';
import type { SynthesisResult } from './synthesis-result.ts';
import { brokenValidations } from './work-selection.ts';

/** Everything that the chart of a run names: its actors, guards and actions. */
export const runSetup = setup({
  types: {} as {
    context: RunContext;
    events: RunEvent;
    input: RunInput;
    output: TerminalResult | null;
  },
  actors: {
    ground: effect<GroundInput, GroundOutput>('ground'),
    validate: effect<ValidateInput, ValidateOutput>('validate'),
    scan: scanMachine,
    consolidation: consolidationMachine,
    synthesis: synthesisMachine,
    discard: effect<DiscardInput, DiscardOutput>('discard'),
    publish: effect<PublishInput, PublishOutput>('publish'),
    deadline: deadlineMachine,
  },
  guards: {
    hasDrifted: ({ context }) => context.drift !== null,
    hasNothingToReview: ({ context }) =>
      candidateOf(context).files.length === 0 && !beginsWithWork(context),
    hasNobodyToReview: ({ context }) => context.panel.length === 0,
    startsWithFix: ({ context }) => beginsWithWork(context),
    validatesFirst: ({ context }) =>
      isLoop(context) &&
      context.input.protocol.validateBeforeReview &&
      context.input.validations.length > 0,
    lacksValidation: ({ context }) =>
      context.validations.some(({ status }) => status === 'unavailable'),
    isBroken: ({ context }) => brokenValidations(context).length > 0,
    haveAllReviewed: ({ context }) => context.reviews.length >= context.panel.length,
    mayAccept: ({ context }) => context.decision?.next === 'accept',
    mustFix: ({ context }) => context.decision?.next === 'fix',
    mustAsk: ({ context }) =>
      context.decision?.next === 'ask' && context.decision.question !== undefined,
    mustPublish: ({ context }) =>
      isLoop(context) &&
      context.input.protocol.publication !== 'none' &&
      context.attempts.some(({ outcome }) => outcome === 'committed'),
    isEnded: ({ context }) => context.terminal !== null,
    hasCommitted: ({ context }) => context.attempts.at(-1)?.outcome === 'committed',
    hasConflict: ({ context }) =>
      context.openConflicts.length > 0 && context.input.protocol.fix.conflict !== 'none',
    mayTryAgain: ({ context }) => context.history.length > 0 && boundsFailures(context),
    isUnattended: ({ context }) => context.input.protocol.unattended === 'stop',
    isAnswered: ({ context, event }, effectName: string) =>
      event.type === 'decision.made' && questions.effectOf(context, event) === effectName,
    lacksReviews: ({ context, event }) =>
      event.type === 'decision.made' &&
      questions.effectOf(context, event) === 'retry' &&
      context.history.at(-1)?.consolidation.verdict === 'INCOMPLETE',
    hasAttemptInFlight: ({ context }) => context.attemptInFlight !== null,
    endedAs: ({ context }, outcome: TerminalResult['outcome']) =>
      context.terminal?.outcome === outcome,
  },
  actions: {
    startDeadline: enqueueActions(({ context, enqueue }) => {
      const limitMs = context.input.protocol.budget.wallClockMs;
      if (limitMs === undefined) return;
      enqueue(spawnChild('deadline' as never, { id: 'deadline', input: { limitMs } } as never));
    }),
    stopDeadline: stopChild('deadline'),
    takeGround: assign(({ context }, ground: GroundOutput) => rounds.withGround(context, ground)),
    takeValidations: assign((_, { validations }: ValidateOutput) => ({ validations })),
    spawnScans: enqueueActions(({ context, enqueue }) => {
      for (const task of rounds.scanTasks(context)) {
        const id = `scan.${task.scanner.id}`;
        enqueue(spawnChild('scan' as never, { id, input: task } as never));
      }
    }),
    stopScans: enqueueActions(({ context, enqueue }) => {
      for (const scanner of context.panel) enqueue(stopChild(`scan.${scanner.id}`));
    }),
    takeReview: assign(({ context }, review: Review) => rounds.withReview(context, review)),
    closeRound: assign(({ context }, merged: Consolidation) =>
      rounds.withConsolidation(context, merged),
    ),
    decide: assign(({ context }) => ({ decision: rounds.decide(context) })),
    ask: assign(({ context }) => questions.askDecided(context)),
    recordAnswer: assign(({ context, event }) => questions.withAnswer(context, event)),
    grantBudget: assign(({ context, event }) => questions.withNewBudget(context, event)),
    resolveConflict: assign(({ context, event }) => questions.withResolution(context, event)),
    startAttempt: assign(({ context }) => attempts.startAttempt(context)),
    endAttempt: assign(({ context }, result: SynthesisResult) =>
      attempts.endAttempt(context, result),
    ),
    interruptAttempt: assign(({ context }, preserved: string | undefined) =>
      attempts.interruptAttempt(context, preserved),
    ),
    takePublication: assign((_, publication: PublishOutput) => ({ publication })),
    endAsDecided: assign(({ context }) => endings.endAsDecided(context)),
    endAccepted: assign(({ context }) => endings.endAccepted(context)),
    endUnattended: assign(({ context }) => endings.endUnattended(context)),
    endUnmended: assign(({ context }) => endings.endUnmended(context)),
    endMoved: assign(({ context }, result: SynthesisResult) => endings.endMoved(context, result)),
    endFailed: assign(({ context }, why: { step: string; error: unknown }) =>
      endings.endFailed(context, why.step, why.error as RecordedError),
    ),
    endDrifted: assign(({ context }) => endings.endDrifted(context)),
    endEmpty: assign(({ context }) => endings.endEmpty(context)),
    endWithoutPanel: assign(({ context }) => endings.endWithoutPanel(context)),
    endUnvalidated: assign(({ context }) => endings.endUnvalidated(context)),
    endAbandoned: assign(({ context, event }) => endings.endAbandoned(context, event)),
    endAborted: assign(({ context, event }) => endings.endAborted(context, event)),
    settleEnd: assign(({ context }) => endings.settleEnd(context)),
    endTimeUp: assign(({ context }) => endings.endTimeUp(context)),
  },
});

function isLoop(context: RunContext): boolean {
  return context.input.mode === 'loop';
}

/** Work may begin on nothing; what comes of it, or is left of a change by a fix, must be something. */
function beginsWithWork(context: RunContext): boolean {
  const isFirst = context.history.length === 0 && context.attempts.length === 0;
  return isFirst && isLoop(context) && context.input.protocol.entry === 'fix';
}

/** A failed attempt may be repeated at once only where the protocol bounds such repetition. */
function boundsFailures(context: RunContext): boolean {
  const { budget, detectors } = context.input.protocol;
  const isWatched = detectors.some(
    ({ name, action }) => name === 'attempt_failed' && action !== 'warn',
  );
  const isLimited = budget.attempts !== undefined && budget.attemptSpends === 'start';
  return isWatched || isLimited || budget.attemptFailuresInRow !== undefined;
}
