import { consolidate } from '@magi/consolidation';
import type {
  Candidate,
  Consolidation,
  Disposition,
  MergeWordingInput,
  MergeWordingOutput,
  Protocol,
  Review,
  RoundRecord,
  ScannerSpec,
} from '@magi/contracts';
import { assign, setup } from 'xstate';
import { effect } from '../host/effect.ts';

/** Everything that one consolidation rests on. */
export interface ConsolidationTask {
  readonly round: number;
  readonly candidate: Candidate;
  readonly panel: readonly ScannerSpec[];
  readonly reviews: readonly Review[];
  readonly protocol: Protocol;
  readonly requireAll: boolean;
  readonly dispositions: readonly Disposition[];
  readonly history: readonly RoundRecord[];
  /** Ask for one wording where several scanners describe one problem. */
  readonly mergeWording: boolean;
}

interface ConsolidationContext {
  readonly task: ConsolidationTask;
  readonly consolidation: Consolidation | null;
}

/**
 * Merges the reviews of one round; what it says is a pure function of them.
 *
 * ```
 *  merging ──several voices, wanted──▶ wording ──done or error──▶ merged
 *     └───────────────────────────────────────────────────────────▶ merged
 * ```
 *
 * A model may reword a finding, never judge it: when it fails, the words of the scanners stand.
 */
export const consolidationMachine = setup({
  types: {} as {
    context: ConsolidationContext;
    input: ConsolidationTask;
    output: Consolidation;
  },
  actors: { mergeWording: effect<MergeWordingInput, MergeWordingOutput>('merge_wording') },
  guards: {
    wantsWording: ({ context }) => context.task.mergeWording && severalVoices(context).length > 0,
  },
  actions: {
    consolidate: assign({ consolidation: ({ context }) => consolidate(context.task) }),
    reword: assign(({ context }, messages: MergeWordingOutput['messages']) => ({
      consolidation: reworded(context.consolidation, messages),
    })),
  },
}).createMachine({
  id: 'consolidation',
  version: '1',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ task: input, consolidation: null }),
  initial: 'merging',
  states: {
    merging: {
      entry: 'consolidate',
      always: [{ guard: 'wantsWording', target: 'wording' }, { target: 'merged' }],
    },
    wording: {
      tags: ['busy'],
      invoke: {
        id: 'merge_wording',
        src: 'mergeWording',
        input: ({ context }) => ({ findings: severalVoices(context) }),
        onDone: {
          target: 'merged',
          actions: { type: 'reword', params: ({ event }) => event.output.messages },
        },
        onError: 'merged',
      },
    },
    merged: { type: 'final' },
  },
  output: ({ context }) => context.consolidation ?? consolidate(context.task),
});

function severalVoices({ consolidation }: ConsolidationContext) {
  return (consolidation?.findings ?? []).filter(({ voices }) => voices.length > 1);
}

function reworded(
  consolidation: Consolidation | null,
  messages: MergeWordingOutput['messages'],
): Consolidation | null {
  if (!consolidation) return null;
  const findings = consolidation.findings.map((finding) => {
    const message = finding.voices.length > 1 ? messages[finding.id] : undefined;
    return message ? { ...finding, message } : finding;
  });
  return { ...consolidation, findings };
}
