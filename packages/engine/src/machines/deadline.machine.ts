import { setup } from 'xstate';

/**
 * Ends when the time of a run is up. A machine of its own, so that runs without a limit carry no
 * timer.
 *
 * ```
 *  ticking ──after limit──▶ due
 * ```
 */
export const deadlineMachine = setup({
  types: {} as { context: { readonly limitMs: number }; input: { readonly limitMs: number } },
  delays: { limit: ({ context }) => context.limitMs },
}).createMachine({
  id: 'deadline',
  version: '1',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ limitMs: input.limitMs }),
  initial: 'ticking',
  states: {
    ticking: { tags: ['waiting'], after: { limit: 'due' } },
    due: { type: 'final' },
  },
});
