import { z } from 'zod';
import { Disposition } from './disposition.ts';
import { Finding } from './finding.ts';
import { Instant, Sha256 } from './json.ts';

/** What a person says of a finding that is not to be mended now. */
export const DismissalValue = z.enum(['declined', 'deferred', 'refuted', 'accepted_risk']);
export type DismissalValue = z.infer<typeof DismissalValue>;

/**
 * One record of the ledger that outlives runs: a person set a finding aside, or took that back.
 *
 * The ledger is append-only. A dismissal holds for one identity on one content; `tree` and
 * `baseTree` are what was reviewed, so that its lines can be followed into later trees.
 */
export const DismissalRecord = z.discriminatedUnion('kind', [
  z.strictObject({
    v: z.literal(1),
    kind: z.literal('dismissed'),
    at: Instant,
    run: z.string(),
    disposition: Disposition.extend({ value: DismissalValue }),
    finding: Finding.pick({
      id: true,
      check: true,
      rule: true,
      severity: true,
      file: true,
      line: true,
      endLine: true,
      side: true,
      symbol: true,
      message: true,
      evidence: true,
    }),
    tree: z.string(),
    baseTree: z.string(),
  }),
  z.strictObject({
    v: z.literal(1),
    kind: z.literal('withdrawn'),
    at: Instant,
    /** Identity of the finding whose earlier dismissals count no more. */
    fingerprint: Sha256,
    by: z.string(),
    reason: z.string(),
  }),
]);
export type DismissalRecord = z.infer<typeof DismissalRecord>;

/** `magi dismissals --json`, oldest first. */
export const DismissalsOutput = z.strictObject({
  schemaVersion: z.literal(1),
  dismissals: z.array(
    DismissalRecord.options[0].omit({ v: true, kind: true }).extend({
      /** Who took it back, when and why; null while it stands. */
      withdrawn: z.strictObject({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
    }),
  ),
});
export type DismissalsOutput = z.infer<typeof DismissalsOutput>;
