import { z } from 'zod';

const Implementation = z.strictObject({ name: z.string() });

export const GraphTransition = z.strictObject({
  id: z.string(),
  /** Event type; `''` for `always`, `xstate.after.*` for delays, `xstate.done.*`, `xstate.error.*`. */
  event: z.string(),
  kind: z.enum(['event', 'always', 'after', 'done', 'error', 'wildcard']),
  source: z.string(),
  /** Empty for a transition that stays where it is. */
  targets: z.array(z.string()),
  guard: z.string().optional(),
  actions: z.array(z.string()),
  reenter: z.boolean(),
});
export type GraphTransition = z.infer<typeof GraphTransition>;

export interface GraphNode {
  /** Full id, for example `run.scanning`. */
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly initial?: string | undefined;
  readonly history?: 'shallow' | 'deep' | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly { readonly id: string; readonly src: string }[];
  readonly transitions: readonly GraphTransition[];
  readonly children: readonly GraphNode[];
}

export const GraphNode: z.ZodType<GraphNode> = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    key: z.string(),
    type: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']),
    initial: z.string().optional(),
    history: z.enum(['shallow', 'deep']).optional(),
    description: z.string().optional(),
    tags: z.array(z.string()),
    entry: z.array(z.string()),
    exit: z.array(z.string()),
    invokes: z.array(z.strictObject({ id: z.string(), src: z.string() })),
    transitions: z.array(GraphTransition),
    children: z.array(GraphNode),
  }),
);

/** A statechart as data; `hash` covers structure and the names of guards, actions, actors and delays. */
export const MachineGraph = z.strictObject({
  id: z.string(),
  version: z.string(),
  hash: z.string(),
  root: GraphNode,
  implementations: z.strictObject({
    guards: z.array(Implementation),
    actions: z.array(Implementation),
    actors: z.array(Implementation),
    delays: z.array(Implementation),
  }),
});
export type MachineGraph = z.infer<typeof MachineGraph>;
