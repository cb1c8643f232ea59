import { z } from 'zod';
import { Cost } from './cost.ts';
import { Instant, Json, Sha256 } from './json.ts';

/** Names a machine: replay refuses another version or graph than the log was made with. */
export const MachineIdentity = z.strictObject({
  id: z.string(),
  version: z.string(),
  graphHash: Sha256,
});
export type MachineIdentity = z.infer<typeof MachineIdentity>;

/** A failure, reduced to strict JSON. */
export const RecordedError = z.strictObject({
  name: z.string(),
  message: z.string(),
  code: z.string().optional(),
  /** What the failed try used up; it counts like that of a successful one. */
  cost: Cost.optional(),
});
export type RecordedError = z.infer<typeof RecordedError>;

/**
 * The inputs of a run: all that is not derived.
 *
 * An effect key is actor address + generation, for example `run/scan.security#2`.
 */
export const Input = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('init'),
    machine: MachineIdentity,
    input: Json,
    magi: z.string(),
    forkedFrom: z.strictObject({ run: z.string(), seq: z.int().min(0), hash: Sha256 }).optional(),
  }),
  z.strictObject({ type: z.literal('done'), key: z.string(), output: Json }),
  z.strictObject({ type: z.literal('fail'), key: z.string(), error: RecordedError }),
  z.strictObject({ type: z.literal('timer'), id: z.string() }),
  z.strictObject({
    type: z.literal('event'),
    event: z.looseObject({ type: z.string() }),
    by: z.string(),
  }),
]);
export type Input = z.infer<typeof Input>;

/** Audit notes: never fed to a machine. */
export const Note = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('effect.started'),
    key: z.string(),
    kind: z.string(),
    /** Counts starts of this key over restarts of the process. */
    start: z.int().min(1),
    pid: z.int(),
  }),
  z.strictObject({ type: z.literal('effect.cancelled'), key: z.string(), reason: z.string() }),
  z.strictObject({
    type: z.literal('stale'),
    key: z.string(),
    reason: z.string(),
    output: Json.optional(),
  }),
  z.strictObject({ type: z.literal('cost'), key: z.string(), cost: Cost }),
  z.strictObject({ type: z.literal('resumed'), pid: z.int(), epoch: z.int().min(1) }),
  z.strictObject({ type: z.literal('warning'), code: z.string(), message: z.string() }),
  z.strictObject({ type: z.literal('reconciled'), key: z.string(), result: z.string() }),
  z.strictObject({ type: z.literal('progress'), key: z.string(), message: z.string() }),
  z.strictObject({ type: z.literal('artefact'), name: z.string(), sha256: Sha256 }),
  z.strictObject({ type: z.literal('finished'), stateHash: Sha256 }),
]);
export type Note = z.infer<typeof Note>;

/**
 * The body of one log entry, exactly as stored.
 *
 * `seq` starts at 0 (`init`). `onState` is the hash of the state that the entry is applied to, that
 * is, of the state after entry `seq - 1` (null for `init`): replay that differs says "diverged".
 * Values over the blob limit are replaced by `{ "$blob": sha256, "bytes": n }`.
 */
export const Entry = z
  .strictObject({
    v: z.literal(1),
    seq: z.int().min(0),
    at: Instant,
    run: z.string(),
    onState: Sha256.nullable(),
    in: Input.optional(),
    note: Note.optional(),
  })
  .refine((entry) => (entry.in === undefined) !== (entry.note === undefined), {
    message: 'an entry has either `in` or `note`',
  });
export type Entry = z.infer<typeof Entry>;

/** A stored entry with its place in the hash chain: one line of an exported log. */
export const ExportedEntry = z.looseObject({ id: z.string(), hash: Sha256 }).and(Entry);
export type ExportedEntry = z.infer<typeof ExportedEntry>;
