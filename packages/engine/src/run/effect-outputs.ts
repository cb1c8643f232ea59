import { EffectKind, effectOutputs, type Json } from '@magi/contracts';
import type { CheckedOutput } from '../host/dispatcher.ts';

/** Checks what an effect returned against the schema of its kind; a complaint names the path. */
export function checkEffectOutput(kind: string, output: unknown): CheckedOutput {
  const known = EffectKind.safeParse(kind);
  if (!known.success) return { ok: false, why: `nobody knows the kind "${kind}"` };
  const parsed = effectOutputs[known.data].safeParse(output);
  if (parsed.success) return { ok: true, output: parsed.data as Json };
  const [issue] = parsed.error.issues;
  const path = ['output', ...(issue?.path ?? [])].join('.');
  return { ok: false, why: `${path}: ${issue?.message ?? 'wrong'}` };
}
