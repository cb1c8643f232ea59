import { assign, emit, sendParent, sendTo, setup } from 'xstate';
import { effect } from '../host/effect.ts';

const names = ['core', 'security', 'performance'] as const;

/** A worker that asks for work, pauses after a failure and gives up after a while. */
const worker = setup({
  types: {} as { context: { readonly name: string; readonly tries: number }; input: string },
  actors: { work: effect<{ readonly name: string; readonly tries: number }, string>('work') },
  delays: { pause: 200, patience: 9000 },
  actions: {
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    report: sendParent(({ context }) => ({ type: 'reported', name: context.name })),
    tellAudit: sendTo(({ system }) => system.get('audit'), { type: 'told' }),
  },
}).createMachine({
  id: 'worker',
  version: '1',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ name: input, tries: 0 }),
  initial: 'working',
  states: {
    working: {
      invoke: {
        id: 'work',
        src: 'work',
        input: ({ context }) => context,
        onDone: { target: 'ready', actions: ['report', 'tellAudit'] },
        onError: 'pausing',
      },
      after: { patience: 'tired' },
    },
    pausing: { after: { pause: { target: 'working', actions: 'countTry' } } },
    ready: { type: 'final' },
    tired: { type: 'final' },
  },
});

const audit = setup({
  types: {} as { context: { readonly told: number } },
  actions: {
    count: assign({ told: ({ context }) => context.told + 1 }),
    shout: emit({ type: 'heard' }),
  },
}).createMachine({
  id: 'audit',
  version: '1',
  context: { told: 0 },
  on: { told: { actions: ['count', 'shout'] } },
});

/**
 * A system that uses what XState has to offer: parallel regions, history, child machines that talk
 * to their parent and to an actor known by name, delays that cross each other.
 */
export const nestedMachine = setup({
  types: {} as {
    context: { readonly reported: readonly string[] };
    events: { type: 'reported'; name: string } | { type: 'pause' } | { type: 'go on' };
  },
  actors: { worker, audit },
  actions: {
    note: assign({
      reported: ({ context, event }) =>
        event.type === 'reported' ? [...context.reported, event.name] : context.reported,
    }),
  },
}).createMachine({
  id: 'nested',
  version: '1',
  options: { maxIterations: 100 },
  context: { reported: [] },
  invoke: { id: 'audit', src: 'audit', systemId: 'audit' },
  on: { reported: { actions: 'note' } },
  initial: 'busy',
  states: {
    busy: {
      type: 'parallel',
      on: { pause: 'paused' },
      onDone: 'over',
      states: {
        ...Object.fromEntries(
          names.map((name) => [
            name,
            {
              initial: 'running',
              states: {
                running: {
                  invoke: { id: `worker.${name}`, src: 'worker', input: name, onDone: 'done' },
                },
                done: { type: 'final' },
              },
            },
          ]),
        ),
        last: { type: 'history', history: 'deep' },
      },
    },
    paused: { on: { 'go on': 'busy.last' } },
    over: { type: 'final' },
  },
});
