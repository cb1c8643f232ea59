import { z } from 'zod';
import { AgentProfile } from './agent-profile.ts';
import { Budget, Gate, MergeRule, Protocol } from './protocol.ts';
import { Severity } from './severity.ts';

const Overrides = z.strictObject({
  merge: MergeRule.optional(),
  gate: Gate.partial().optional(),
  budget: Budget.partial().optional(),
});

/** One validation command of the project. It runs only in `magi run`, never in `magi review`. */
export const ValidationCommand = z.strictObject({
  name: z.string(),
  command: z.string(),
  scope: z.enum(['focused', 'full']).default('full'),
  timeoutMs: z.int().min(1).default(600_000),
});
export type ValidationCommand = z.infer<typeof ValidationCommand>;

/** A SARIF file, or a command that prints one, as a scanner. */
export const SarifSource = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'kebab-case'),
  file: z.string().optional(),
  command: z.string().optional(),
  /** Rule id (or glob of rule ids) → check id. */
  checks: z.record(z.string(), z.string()).default({}),
  timeoutMs: z.int().min(1).default(300_000),
});
export type SarifSource = z.infer<typeof SarifSource>;

/** `magi.config.{ts,js,json,yaml}` or `package.json#magi`. Unknown keys are errors. */
export const MagiConfig = z.strictObject({
  $schema: z.string().optional(),
  /** Default branch to compare with. */
  base: z.string().optional(),
  protocol: z.string().optional(),
  protocols: z.array(Protocol).optional(),
  overrides: Overrides.optional(),
  /** Globs of files that nobody needs to review; listed in the ledger with this as the reason. */
  exclude: z.array(z.string()).optional(),
  scanners: z
    .strictObject({
      enable: z.array(z.string()).optional(),
      disable: z.array(z.string()).optional(),
      timeoutMs: z.int().min(1).optional(),
      /** Check id → severity at which it fails. */
      failAt: z.record(z.string(), Severity).optional(),
      types: z.enum(['auto', 'off', 'on']).optional(),
    })
    .optional(),
  sarif: z.array(SarifSource).optional(),
  agents: z.record(z.string(), AgentProfile).optional(),
  /** Scanners made of a persona and an agent. */
  reviewers: z
    .array(z.strictObject({ persona: z.string(), agent: z.string(), id: z.string().optional() }))
    .optional(),
  /** Agent that finds one wording where several scanners describe one problem; never judges. */
  wording: z.string().optional(),
  validate: z.array(ValidationCommand).optional(),
  fixer: z.string().optional(),
  sandbox: z.enum(['required', 'auto', 'off']).optional(),
  retentionDays: z.int().min(1).optional(),
});
export type MagiConfig = z.infer<typeof MagiConfig>;
