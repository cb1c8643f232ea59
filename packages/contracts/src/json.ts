import { z } from 'zod';

/** Strict JSON: the only data that may enter the log or a machine's context. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export const Json: z.ZodType<Json> = z.json() as z.ZodType<Json>;

/** Lower-case hexadecimal SHA-256 digest. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 digest of 64 hex digits');
export type Sha256 = z.infer<typeof Sha256>;

/** ISO 8601 instant in UTC, as `Date.prototype.toISOString` writes it. */
export const Instant = z.iso.datetime();
export type Instant = z.infer<typeof Instant>;
