import { z } from 'zod';
import { ChangeRequest } from './candidate.ts';
import { Json } from './json.ts';
import { Protocol } from './protocol.ts';

/** What a run is started with; pinned in the `init` entry. */
export const RunInput = z.strictObject({
  /** `review` ends after one consolidation; `loop` goes on until an outcome. */
  mode: z.enum(['review', 'loop']),
  request: ChangeRequest,
  goal: z.string().optional(),
  protocol: Protocol,
  /** Treat checks that nobody on the panel can decide as missing. */
  requireAll: z.boolean(),
  /** Ask a model for one wording where several scanners describe one problem. */
  mergeWording: z.boolean().optional(),
  /** Name of the synthesizer (`builtin`, `command:…`, `agent:…`); absent in a review. */
  fixer: z.string().optional(),
  /** Validation commands of the run. */
  validations: z.array(
    z.strictObject({
      name: z.string(),
      command: z.string(),
      scope: z.enum(['focused', 'full']),
      timeoutMs: z.int().min(1),
    }),
  ),
  /** Further settings of adapters, for the record; no machine reads them. */
  settings: z.record(z.string(), Json),
});
export type RunInput = z.infer<typeof RunInput>;
