import { z } from 'zod';
import { CheckSpec } from './check.ts';
import { Json, Sha256 } from './json.ts';

/** One member of the panel, as pinned in the log: everything consolidation needs to know of it. */
export const ScannerSpec = z.strictObject({
  /** Short kebab-case name: `core`, `security`, `agent-claude-security`. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'kebab-case'),
  /** Role from the persona, for example `Security Scanner`. */
  role: z.string(),
  kind: z.enum(['builtin', 'command', 'acp', 'api', 'sarif', 'human']),
  checks: z.array(CheckSpec),
  timeoutMs: z.int().min(1),
  retries: z.int().min(0),
  /** Repository path of the persona file, or `shipped:<name>`; absent for SARIF imports. */
  persona: z.string().optional(),
  personaDigest: Sha256.optional(),
  /** Why the scanner is on the panel, for `magi explain`. */
  because: z.string().optional(),
  options: z.record(z.string(), Json).optional(),
});
export type ScannerSpec = z.infer<typeof ScannerSpec>;
