import { fail, ok, type Protocol, type Result } from '@magi/contracts';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { defineProtocol } from '../define-protocol.ts';
import { pipeline } from './declaration.ts';
import { lineOf } from './line-of.ts';

/** Who does one part of the work, in the words of the specification file. */
const Role = z.strictObject({
  agent: z.string().min(1),
  model: z.string().optional(),
  prompt: z.string().optional(),
});

const Reviewer = Role.extend({
  /** Ours: whose checklist the reviewer answers; default `core`. */
  persona: z.string().optional(),
});

const GateName = z.enum(['all_pass', 'majority_pass', 'custom']);

const SpecFile = z.strictObject({
  pipeline: z
    .strictObject({ name: z.string().optional(), description: z.string().optional() })
    .optional(),
  worker: Role,
  reviewer: Reviewer,
  config: z
    .strictObject({
      max_iterations: z.int().min(1).optional(),
      quality_gate: GateName.optional(),
      /** Ours: what `custom` means, as an expression over counts and checks. */
      gate_expression: z.string().optional(),
      auto_commit: z.boolean().optional(),
    })
    .optional(),
  guards: z
    .strictObject({
      max_iterations: z.int().min(1).optional(),
      timeout_per_node: z.number().gt(0).optional(),
      timeout_pipeline: z.number().gt(0).optional(),
      quality_gate: GateName.optional(),
    })
    .optional(),
});
type SpecFile = z.infer<typeof SpecFile>;

/** A pipeline of seed 004, with the protocol that it stands for. */
export interface PipelineSpec {
  readonly name: string;
  readonly description: string;
  readonly worker: z.infer<typeof Role>;
  readonly reviewer: z.infer<typeof Reviewer>;
  readonly protocol: Protocol;
  /** Where the file asked for more than is allowed, or for something that is unclear. */
  readonly notes: readonly string[];
}

export type PipelineSpecFailure = {
  readonly kind: 'not-yaml' | 'wrong-shape' | 'no-gate';
  readonly message: string;
};

/** Default and upper limit of each guard; times in seconds, as the files have them. */
const LIMITS = {
  iterations: { usual: 3, most: 5 },
  nodeSeconds: { usual: 300, most: 600 },
  pipelineSeconds: { usual: 900, most: 1800 },
} as const;

/**
 * Reads a pipeline specification (YAML of seed 004) as a protocol.
 *
 * Values over a limit are clamped to it, with a note; the stricter of `config` and `guards` holds. A
 * key that is not known is an error, with its line: a guard that is spelt wrong would not guard.
 */
export function importPipelineSpec(text: string): Result<PipelineSpec, PipelineSpecFailure> {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [yamlError] = document.errors;
  if (yamlError) return fail({ kind: 'not-yaml', message: yamlError.message });
  const parsed = SpecFile.safeParse(document.toJS());
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const path = [...(issue?.path ?? []), ...unknown].map(String);
    const line = lineOf(document, path, lineCounter);
    const what = unknown.length > 0 ? 'there is no such key' : issue?.message;
    return fail({ kind: 'wrong-shape', message: `line ${line}: ${path.join('.')}: ${what}` });
  }
  const spec = parsed.data;
  const gate = gateOf(spec);
  if (gate === null) {
    const message = 'config.quality_gate is custom: say what it means in config.gate_expression';
    return fail({ kind: 'no-gate', message });
  }
  const { notes, reviews, nodeMs, pipelineMs } = limitsOf(spec);
  return ok({
    name: spec.pipeline?.name ?? 'pipeline',
    description: spec.pipeline?.description ?? '',
    worker: spec.worker,
    reviewer: spec.reviewer,
    notes,
    protocol: defineProtocol({
      ...pipeline,
      panel: { ...pipeline.panel, timeoutMs: nodeMs },
      fix: { ...pipeline.fix, timeoutMs: nodeMs },
      gate,
      budget: { ...pipeline.budget, reviews, wallClockMs: pipelineMs },
      publication: spec.config?.auto_commit ? 'local_commit' : 'none',
    }),
  });
}

function gateOf({ config, guards }: SpecFile): Protocol['gate'] | null {
  const preset = config?.quality_gate ?? guards?.quality_gate ?? 'all_pass';
  if (preset !== 'custom') return { ...pipeline.gate, preset };
  const expression = config?.gate_expression;
  // A gate of the user's own is all there is: it may be laxer than any preset.
  return expression === undefined
    ? null
    : { preset, max: {}, checks: 'ignore', unlisted: 'ignore', expression };
}

function limitsOf({ config, guards }: SpecFile) {
  const notes: string[] = [];
  const clamp = (
    name: string,
    value: number | undefined,
    limit: { usual: number; most: number },
  ) => {
    if (value === undefined) return limit.usual;
    if (value > limit.most)
      notes.push(`${name}: ${value} is over the limit and becomes ${limit.most}`);
    return Math.min(value, limit.most);
  };
  const wanted = [config?.max_iterations, guards?.max_iterations].filter(
    (value) => value !== undefined,
  );
  const iterations = wanted.length === 0 ? undefined : Math.min(...wanted);
  return {
    notes,
    reviews: clamp('max_iterations', iterations, LIMITS.iterations),
    nodeMs: 1000 * clamp('timeout_per_node', guards?.timeout_per_node, LIMITS.nodeSeconds),
    pipelineMs: 1000 * clamp('timeout_pipeline', guards?.timeout_pipeline, LIMITS.pipelineSeconds),
  };
}
