import type {
  MineOutput,
  RecordedError,
  StudyInput,
  StudyOutput,
  TerminalResult,
  TrainingInput,
  UpgradeInput,
  UpgradeOutput,
} from '@magi/contracts';
import { assign, setup } from 'xstate';
import { effect } from '../host/effect.ts';
import {
  beginTraining,
  endBroken,
  endRefused,
  endUpgraded,
  endWithoutProposal,
  type TrainingContext,
  type TrainingEvent,
} from './training-context.ts';

/**
 * The trainer: from the record to a checklist that a person approved.
 *
 * ```
 *  choosing ──▶ mining ──▶ analysing ──▶ proposing ──none──▶ ended
 *     │                                      │
 *     │ revert                               ▼
 *     │                              awaitingApproval ──refused, abort──▶ ended
 *     │                                      │ approved
 *     └───────────────▶ upgrading ◀──────────┘
 *                           └──▶ ended
 * ```
 *
 * Counting is the effect's; this chart only knows the order and waits for a person. Nothing is ever
 * written without an `approval.given` entry in the log.
 */
export const trainingMachine = setup({
  types: {} as {
    context: TrainingContext;
    events: TrainingEvent;
    input: TrainingInput;
    output: TerminalResult | null;
  },
  actors: {
    mine: effect<TrainingInput, MineOutput>('mine'),
    study: effect<StudyInput, StudyOutput>('study'),
    upgrade: effect<UpgradeInput, UpgradeOutput>('upgrade'),
  },
  guards: {
    isRevert: ({ context }) => context.input.mode === 'revert',
    hasProposals: ({ context }) => (context.study?.proposals.length ?? 0) > 0,
    isProposed: ({ context, event }) =>
      event.type === 'approval.given' &&
      (context.study?.proposals.some(({ id }) => id === event.proposal) ?? false),
  },
  actions: {
    keepMined: assign((_, mined: MineOutput) => ({ mined })),
    keepStudy: assign((_, study: StudyOutput) => ({ study })),
    keepApproval: assign(({ event }) =>
      event.type === 'approval.given'
        ? { approval: { proposal: event.proposal, by: event.by, revert: false } }
        : {},
    ),
    keepUpgrade: assign((_, upgrade: UpgradeOutput) => ({ upgrade })),
    endUpgraded: assign(({ context }) => endUpgraded(context)),
    endWithoutProposal: assign(() => endWithoutProposal()),
    endRefused: assign(({ event }) => endRefused(event)),
    endBroken: assign((_, why: { step: string; error: unknown }) =>
      endBroken(why.step, why.error as RecordedError),
    ),
  },
}).createMachine({
  id: 'training',
  version: '1',
  options: { maxIterations: 100 },
  context: ({ input }) => beginTraining(input),
  initial: 'choosing',
  states: {
    choosing: { always: [{ guard: 'isRevert', target: 'upgrading' }, { target: 'mining' }] },
    mining: {
      tags: ['busy'],
      invoke: {
        id: 'mine',
        src: 'mine',
        input: ({ context }) => context.input,
        onDone: {
          target: 'analysing',
          actions: { type: 'keepMined', params: ({ event }) => event.output },
        },
        onError: {
          target: 'ended',
          actions: {
            type: 'endBroken',
            params: ({ event }) => ({ step: 'mining', error: event.error }),
          },
        },
      },
    },
    analysing: {
      tags: ['busy'],
      invoke: {
        id: 'study',
        src: 'study',
        input: ({ context }) => ({
          mined: context.mined ?? { runs: [], comments: 0, digest: '0'.repeat(64) },
        }),
        onDone: {
          target: 'proposing',
          actions: { type: 'keepStudy', params: ({ event }) => event.output },
        },
        onError: {
          target: 'ended',
          actions: {
            type: 'endBroken',
            params: ({ event }) => ({ step: 'analysis', error: event.error }),
          },
        },
      },
    },
    proposing: {
      always: [
        { guard: 'hasProposals', target: 'awaitingApproval' },
        { target: 'ended', actions: 'endWithoutProposal' },
      ],
    },
    awaitingApproval: {
      tags: ['needs-human'],
      on: {
        'approval.given': { guard: 'isProposed', target: 'upgrading', actions: 'keepApproval' },
        'approval.refused': { target: 'ended', actions: 'endRefused' },
        abort: { target: 'ended', actions: 'endRefused' },
      },
    },
    upgrading: {
      tags: ['busy'],
      invoke: {
        id: 'upgrade',
        src: 'upgrade',
        input: ({ context }) => context.approval ?? { proposal: '', by: '', revert: false },
        onDone: {
          target: 'ended',
          actions: [{ type: 'keepUpgrade', params: ({ event }) => event.output }, 'endUpgraded'],
        },
        onError: {
          target: 'ended',
          actions: {
            type: 'endBroken',
            params: ({ event }) => ({ step: 'upgrade', error: event.error }),
          },
        },
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => context.terminal,
});
